/**
 * Lines of generated sources that the project's formatter would break. Templates are laid out for names of ordinary length;
 * only the formatter knows how to break longer lines. It belongs to the repository, so kbts never runs it.
 */
import type { WorkingTree } from '../../scaffold/working-tree.js';

/** The print width of generated projects. */
const printWidth = 120;

/** What is left to do when planned sources have lines that are too long. */
export function formatStep(tree: WorkingTree): string[] {
  const isLong = tree.changes().some((change) => {
    if (!change.path.endsWith('.ts') || change.kind === 'delete' || typeof change.text !== 'string') return false;
    return !change.text.startsWith('// Code generated') && longLines(change.text).length > 0;
  });
  return isLong ? [`npm run format # some lines are longer than ${printWidth} characters`] : [];
}

/** The lines that a formatter would break; comments and imports of one name cannot be broken. */
export function longLines(text: string): string[] {
  return text.split('\n').filter((line) => line.length > printWidth && !/^\s*(\/\/|\*|import \{ \S+ \})/.test(line));
}

/** Lines with those that a formatter has broken put together again; `long` are the lines as they were. */
export function rejoined(lines: readonly string[], long: readonly string[]): string[] {
  const whole = new Map(long.map((line) => [tokensOf(line), line]));
  const longest = Math.max(0, ...[...whole.keys()].map((key) => key.length));
  const result: string[] = [];
  for (let start = 0; start < lines.length; start++) {
    const found = whole.size === 0 ? undefined : runFrom(lines, start, { whole, longest });
    result.push(found?.line ?? lines[start] ?? '');
    start += found === undefined ? 0 : found.count - 1;
  }
  return result;
}

interface LongLines {
  /** By what is left of a line without its layout. */
  readonly whole: ReadonlyMap<string, string>;
  readonly longest: number;
}

/** The long line that was broken into lines from `start` on, if any. */
function runFrom(
  lines: readonly string[],
  start: number,
  { whole, longest }: LongLines,
): { readonly line: string; readonly count: number } | undefined {
  let text = '';
  for (let end = start; end < lines.length && text.length <= longest; end++) {
    text = tokensOf(`${text}${lines[end]}`);
    const line = whole.get(text);
    if (line !== undefined) return { line, count: end - start + 1 };
  }
  return undefined;
}

/** Formatters change white space, and commas before a closing bracket. */
function tokensOf(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/,(?=[)\]}])/g, '');
}
