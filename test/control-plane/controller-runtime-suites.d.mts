/** The packages below `pkg/` whose suites start a control plane. */
export const SUITES: readonly string[];
/** The sources of a package and the binary of its suite. */
export function suiteFiles(folder: string, name: string): { readonly sources: string; readonly binary: string };
/** Builds what is missing of `names` and returns the folder that it is in. */
export function buildSuites(names?: readonly string[], report?: (line: string) => void): Promise<string>;
