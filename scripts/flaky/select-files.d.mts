export function selectFiles(words: readonly string[], cwd?: string): string[];
