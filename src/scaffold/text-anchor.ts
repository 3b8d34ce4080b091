/** Inserts lines above a scaffold marker, in any file that has `#` or `//` comments. */
import { UserError } from '../errors.js';

/**
 * Puts `snippet` above the line `+kubebuilder:scaffold:<anchor>`, indented like it, unless it is in the text already.
 * A snippet that ends with an empty line is set apart from what follows.
 */
export function insertAboveAnchor(text: string, anchor: string, snippet: string, file: string): string {
  if (squeeze(text).includes(squeeze(snippet))) return text;
  const marker = `+kubebuilder:scaffold:${anchor}`;
  const line = text.split('\n').find((one) => one.replace(/^\s*(\/\/|#)\s*/, '').trim() === marker);
  if (line === undefined) throw anchorMissing(file, marker, snippet);
  const indent = line.slice(0, line.length - line.trimStart().length);
  const gap = snippet.endsWith('\n\n') ? '\n\n' : '\n';
  return text.replace(line, () => `${indentLines(snippet, indent)}${gap}${line}`);
}

/** Removes what `insertAboveAnchor` inserted; a file without it stays as it is. */
export function removeInserted(text: string, snippet: string): string {
  const wanted = contentLines(snippet);
  const lines = text.split('\n');
  for (let start = 0; start < lines.length; start++) {
    const end = matchFrom(lines, start, wanted);
    if (end === undefined) continue;
    // A blank line that set the block apart goes with it.
    const isDoubleGap = lines[start - 1]?.trim() === '' && lines[end]?.trim() === '';
    return [...lines.slice(0, start), ...lines.slice(isDoubleGap ? end + 1 : end)].join('\n');
  }
  return text;
}

/** The error for a place that the user has removed, with the text to paste by hand. */
export function anchorMissing(file: string, anchor: string, snippet: string): UserError {
  const comment = /\.ya?ml$/.test(file) ? '#' : '//';
  return new UserError('anchor-missing', `${file} has lost its anchor "${comment} ${anchor}"`, {
    fix: `put that comment back, or add this yourself and run the command again:\n\n${snippet.trim()}\n`,
  });
}

function indentLines(snippet: string, indent: string): string {
  const lines = snippet.replace(/(?<!\n)\n+$/, '').split('\n');
  const own = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return lines.map((line) => (line.trim() === '' ? '' : indent + line.slice(own))).join('\n');
}

function matchFrom(lines: readonly string[], start: number, wanted: readonly string[]): number | undefined {
  let next = 0;
  for (let index = start; index < lines.length; index++) {
    const line = lines[index]?.trim() ?? '';
    if (line === '' && next > 0) continue;
    if (line !== wanted[next]) return undefined;
    next++;
    if (next === wanted.length) return index + 1;
  }
  return undefined;
}

function contentLines(snippet: string): string[] {
  return snippet
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Layout does not make a snippet another one. */
function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
