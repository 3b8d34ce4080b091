/** How deep YAML is nested, found in one pass: parsers call themselves for each level, and end the process when there are too many. */

/** Real CRDs have some sixty levels. */
export const deepestYaml = 250;

/** Whether a text may be nested deeper than a parser can take. Brackets in strings count as well, so this is an upper bound. */
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
