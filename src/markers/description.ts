/** Comment lines → description, by controller-gen's rules. */

/** The description that lines of a comment make; empty when nothing is left. */
export function describeLines(lines: readonly string[]): string {
  const kept: string[] = [];
  let isFenced = false;
  for (const line of lines) {
    // Indented lines are examples: whatever they begin with, they stay.
    if (/^(?:```|~~~)/.test(line)) isFenced = !isFenced;
    if (!isFenced && line.startsWith('---')) break;
    if (!isFenced && line.startsWith('TODO')) continue;
    const text = line.trimEnd();
    // Runs of empty lines count as one.
    if (text === '' && (kept.length === 0 || kept.at(-1) === '')) continue;
    kept.push(text);
  }
  while (kept.at(-1) === '') kept.pop();
  return kept.join('\n');
}

const LINK = /\{@(?:link|linkcode|linkplain)\s+([^\s|}]+)/g;

/** `{@link Target text}` and its kin become their text. */
export function resolveInlineTags(text: string): string {
  let result = '';
  let end = 0;
  LINK.lastIndex = 0;
  for (let match = LINK.exec(text); match !== null; match = LINK.exec(text)) {
    const [{ length }, target = ''] = match;
    const close = text.indexOf('}', match.index + length);
    if (close < 0) break;
    const label = text
      .slice(match.index + length, close)
      .trim()
      .replace(/^\|/, '')
      .trim();
    result += text.slice(end, match.index) + (label === '' ? target : label);
    end = close + 1;
    LINK.lastIndex = end;
  }
  return result + text.slice(end);
}
