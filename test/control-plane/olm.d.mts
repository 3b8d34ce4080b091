/** The YAML texts of OLM's CRDs. */
export function olmCrds(): Promise<string[]>;
