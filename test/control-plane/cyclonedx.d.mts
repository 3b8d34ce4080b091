/** The JSON schema of CycloneDX 1.6, and those that it refers to, each with the address by which it does. */
export function cycloneDxSchemas(): Promise<{ readonly address: string; readonly schema: object }[]>;
