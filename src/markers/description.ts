/** Comment lines → description, by controller-gen's rules. */

/** The description that lines of a comment make; empty when nothing is left. */
export function describeLines(lines: readonly string[]): string {
  const kept: string[] = [];
  let isFenced = false;
  for (const line of lines) {
    const trimmed = line.trim();
    if (/^(?:```|~~~)/.test(trimmed)) isFenced = !isFenced;
    if (!isFenced && trimmed.startsWith('---')) break;
    if (!isFenced && trimmed.startsWith('TODO')) continue;
    // Runs of empty lines count as one.
    if (trimmed === '' && (kept.length === 0 || kept.at(-1) === '')) continue;
    kept.push(trimmed === '' ? '' : line.trimEnd());
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
