/** Where a source is nested most deeply, for sources that no parser can take. */

/** A place in a source, and how many brackets are open there. */
export interface Deepest {
  readonly offset: number;
  readonly depth: number;
}

/** Fewer open brackets than this are not what makes a source too deep: a sum without end is one long line. */
const FEW = 60;
const SKIPPED = /\/\/[^\n]*|\/\*.*?(?:\*\/|$)|'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|[()[\]{}]/gs;

/** The innermost bracket of a source, or else the beginning of its longest line. */
export function deepestPlace(text: string): Deepest {
  let best: Deepest = { offset: 0, depth: 0 };
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(SKIPPED)) {
    if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    if (depth > best.depth) best = { offset: index, depth };
  }
  return best.depth < FEW ? { ...best, offset: longestLine(text) } : best;
}

function longestLine(text: string): number {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.length > best.length) best = { start, length: line.length };
    start += line.length + 1;
  }
  return best.start;
}
