/** YAML texts of the CRDs ServiceMonitor, Certificate and Issuer. */
export function foreignCrds(): Promise<string[]>;
