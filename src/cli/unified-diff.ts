/** The difference of two files, as `diff -u` shows it. */

type Line = Readonly<{ sign: ' ' | '-' | '+'; text: string }>;

const contextLines = 3;

/** A unified diff; empty when the contents are equal. `undefined` stands for a file that does not exist. */
export function unifiedDiff(file: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return '';
  const lines = compare(splitLines(before ?? ''), splitLines(after ?? ''));
  if (lines.length === 0) return '';
  const head = [
    `--- ${before === undefined ? '/dev/null' : `a/${file}`}`,
    `+++ ${after === undefined ? '/dev/null' : `b/${file}`}`,
  ];
  return [...head, ...hunks(lines)].map((line) => `${line}\n`).join('');
}

/** A last line without its line break is another line than one with it, and says so in the way of `diff`. */
function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}

/** Equal heads and tails are cut off first; the rest is small in practice, so a table will do. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  const middle = compareMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  const same = (text: string): Line => ({ sign: ' ', text });
  return [...before.slice(0, head).map(same), ...middle, ...before.slice(before.length - tail).map(same)];
}

function compareMiddle(before: readonly string[], after: readonly string[]): Line[] {
  const removed = before.map((text): Line => ({ sign: '-', text }));
  const added = after.map((text): Line => ({ sign: '+', text }));
  if (before.length * after.length > 4_000_000) return [...removed, ...added];
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      longest[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const isSame = row < before.length && column < after.length && before[row] === after[column];
    if (isSame) lines.push({ sign: ' ', text: before[row++] ?? '' });
    else if (column >= after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: '-', text: before[row++] ?? '' });
      continue;
    } else lines.push({ sign: '+', text: after[column] ?? '' });
    column++;
  }
  return lines;
}

function hunks(lines: readonly Line[]): string[] {
  const wanted = new Set<number>();
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue;
    for (let near = index - contextLines; near <= index + contextLines; near++) wanted.add(near);
  }
  const output: string[] = [];
  let [oldLine, newLine] = [1, 1];
  let hunk: { start: [number, number]; lines: Line[] } | undefined;
  for (const [index, line] of [...lines, undefined].entries()) {
    if (line !== undefined && wanted.has(index)) {
      hunk ??= { start: [oldLine, newLine], lines: [] };
      hunk.lines.push(line);
    } else if (hunk !== undefined) {
      output.push(...hunkText(hunk.start, hunk.lines));
      hunk = undefined;
    }
    if (line?.sign !== '+') oldLine++;
    if (line?.sign !== '-') newLine++;
  }
  return output;
}

function hunkText([oldStart, newStart]: [number, number], lines: readonly Line[]): string[] {
  const oldCount = lines.filter(({ sign }) => sign !== '+').length;
  const newCount = lines.filter(({ sign }) => sign !== '-').length;
  const range = (start: number, count: number): string => `${count === 0 ? start - 1 : start},${count}`;
  return [
    `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`,
    ...lines.map(({ sign, text }) => sign + text),
  ];
}
