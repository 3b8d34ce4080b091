/** Compilers older than the one of package.json; the first is the oldest that the types support. */
export const OLDER_TYPESCRIPTS: readonly string[];

/** The folder of a version of TypeScript; fetched when it does not exist yet. */
export function typescriptFolder(version: string): Promise<string>;
