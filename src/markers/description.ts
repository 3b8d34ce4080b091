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

/** `{@link Target text}` and its kin become their text. */
export function resolveInlineTags(text: string): string {
  return text.replaceAll(
    /\{@(?:link|linkcode|linkplain)\s+([^\s|}]+)(?:(?:\s*\|\s*|\s+)([^}]*))?\}/g,
    (_, target: string, label?: string) => (label === undefined || label.trim() === '' ? target : label.trim()),
  );
}
