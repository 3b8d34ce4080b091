/** Whether each test passed, by its name. */
export type Results = ReadonlyMap<string, boolean>;
export function goResults(output: string): Results;
export function reportResults(suites: readonly { readonly SpecReports?: readonly unknown[] }[]): Results;
export function compareSuites(
  real: Results,
  embedded: Results,
): { readonly both: string[]; readonly onlyReal: string[]; readonly onlyEmbedded: string[] };
