/** What is wrong in the user's sources, where, and how to fix it. */

/** A place in a source file; lines and columns count from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many characters of that line are meant. */
  readonly length?: number;
}

/** One problem. Codes are kebab-case and listed in docs/errors.md. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly code: string;
  readonly message: string;
  readonly position?: SourcePosition;
  /** The source line that `position` points into. */
  readonly excerpt?: string;
  readonly fix?: string;
}
