/** Patterns of schemas are RE2: no look-around, no back-references. */

/** A pattern that JavaScript can run, one that only RE2 can, or why it is wrong. */
export type CompiledPattern =
  | { readonly kind: 'pattern'; readonly expression: RegExp }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'wrong'; readonly message: string };

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'it uses look-around, which RE2 does not have'],
  [/\\[1-9]|\\k</, 'it uses a back-reference, which RE2 does not have'],
  [/\(\?>|[*+?}]\+/, 'it uses possessive or atomic matching, which RE2 does not have'],
];

/** Checks a pattern by RE2's rules. */
export function compilePattern(pattern: string): CompiledPattern {
  const bare = withoutEscapesAndClasses(pattern);
  for (const [forbidden, message] of FORBIDDEN) if (forbidden.test(bare)) return { kind: 'wrong', message };
  const tooMany = [...bare.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].some(
    (match) => Number(match[1]) > 1000 || Number(match[2] ?? 0) > 1000,
  );
  if (tooMany) return { kind: 'wrong', message: 'it repeats more than 1000 times, which RE2 does not allow' };
  // What Go writes differently.
  if (/\(\?P<|\(\?[imsU-]+[:)]|\\[AzQECpP]|\[\[:/.test(pattern)) return { kind: 'foreign' };
  try {
    return { kind: 'pattern', expression: new RegExp(pattern, 'u') };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  try {
    return { kind: 'pattern', expression: new RegExp(pattern) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'wrong', message: error.message.replace(/^Invalid regular expression: .*: /, '') };
  }
}

/** Escaped characters and bracketed classes cannot hold operators; digits behind a backslash stay. */
function withoutEscapesAndClasses(pattern: string): string {
  return pattern.replaceAll(/\\[^1-9k]/g, 'x').replaceAll(/\[\^?\]?[^\]]*\]/g, 'x');
}
