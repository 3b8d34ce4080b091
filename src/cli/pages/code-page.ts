/** Where the documentation that came with this version explains a code. */
import path from 'node:path';
import { DIAGNOSTIC_CODES } from '../../model/diagnostic-codes.js';

/** The page of an error code. */
export function errorPage(docs: string | undefined, code: string): string | undefined {
  return docs === undefined ? undefined : `${path.join(docs, 'errors.md')}#${code}`;
}

/** The page of a problem in sources; undefined for codes of other programs. */
export function diagnosticPage(docs: string | undefined, code: string): string | undefined {
  if (docs === undefined || !Object.hasOwn(DIAGNOSTIC_CODES, code)) return undefined;
  return `${path.join(docs, 'diagnostics.md')}#${code}`;
}
