/** How deep a YAML document may be nested. */

/**
 * The deepest document that is parsed. The parser calls itself for each level; near the end of the stack, V8 ends the
 * process when it has to compile a regular expression, and no `catch` sees that. Real CRDs have some sixty levels.
 */
export const deepestYaml = 250;

/** Whether a document may be nested deeper than a parser can take. Brackets in strings count as well, so this is an upper bound. */
export function isTooDeep(text: string): boolean {
  let brackets = 0;
  let marks = 0;
  let column = 0;
  let isIndent = true;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '\n') {
      [column, marks, isIndent] = [0, 0, true];
      continue;
    }
    column++;
    if (character === '[' || character === '{') brackets++;
    else if (character === ']' || character === '}') brackets = Math.max(0, brackets - 1);
    else if (isIndent && (character === '-' || character === '?' || character === ':') && text[index + 1] === ' ')
      marks++;
    else if (isIndent && character !== ' ' && character !== '\t') isIndent = false;
    if (brackets > deepestYaml || marks > deepestYaml || (isIndent && column > 4 * deepestYaml)) return true;
  }
  return false;
}
