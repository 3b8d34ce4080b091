/** What is wrong in the user's sources, where, and how to fix it. */

/** A place in a source file; lines and columns count from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many characters of that line are meant. */
  readonly length?: number;
}

/** One problem. Codes are kebab-case and listed in docs/diagnostics.md. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly code: string;
  readonly message: string;
  readonly position?: SourcePosition;
  /** The source line that `position` points into. */
  readonly excerpt?: string;
  readonly fix?: string;
}

/** By file, line and column; problems without a place come last. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const order = (left: Diagnostic, right: Diagnostic): number => {
    const [a, b] = [left.position, right.position];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column || (left.code < right.code ? -1 : left.code > right.code ? 1 : 0);
  };
  return [...diagnostics].sort(order);
}
