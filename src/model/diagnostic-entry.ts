/** An entry of the reference of diagnostics. */

/** What a code means, and what to do. */
export interface DiagnosticEntry {
  readonly cause: string;
  readonly remedy: string;
}

/** An entry. */
export const entry = (cause: string, remedy: string): DiagnosticEntry => ({ cause, remedy });
