/** Finds the trees of `managedFields` in the text of an object, so that those which are known need not be parsed again. */

/** A tree under `fieldsV1`, as it is written and as it is meant. */
export interface Piece {
  readonly text: string;
  readonly tree: unknown;
}

/** Text without its pieces: `mark` and a number are where each was. */
export interface CutText {
  readonly text: string;
  readonly trees: readonly unknown[];
}

/** Tells the piece that begins at `start` of `text`; undefined to leave it where it is. */
export type PieceFinder = (name: string, text: string, start: number) => Piece | undefined;

const FIELDS = '"fieldsV1":{';
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

/**
 * Undefined when there is nothing to cut. Looks at each character a fixed number of times. What merely looks like managed
 * fields is cut, too: `restorePieces` finds out.
 */
export function cutPieces(text: string, mark: string, find: PieceFinder): CutText | undefined {
  const trees: unknown[] = [];
  let kept = '';
  let copied = 0;
  for (let at = text.indexOf(FIELDS); at >= 0; at = text.indexOf(FIELDS, at)) {
    at += FIELDS.length;
    while (text.charCodeAt(at) === QUOTE) {
      const start = valueAfterKey(text, at);
      if (start === undefined) break;
      const piece = find(text.slice(at + 1, start - 2), text, start);
      const end = piece === undefined ? endOf(text, start) : start + piece.text.length;
      if (end === undefined) break;
      if (piece !== undefined) {
        kept += `${text.slice(copied, start)}"${mark}${trees.length}"`;
        copied = end;
        trees.push(piece.tree);
      }
      at = text.charCodeAt(end) === COMMA ? end + 1 : end;
    }
  }
  return trees.length === 0 ? undefined : { text: kept + text.slice(copied), trees };
}

/** Puts the trees back where their marks are; false when they are not all in managed fields, in order. */
export function restorePieces(object: unknown, mark: string, trees: readonly unknown[]): boolean {
  const metadata = isRecord(object) ? object['metadata'] : undefined;
  const entries = isRecord(metadata) ? metadata['managedFields'] : undefined;
  if (!Array.isArray(entries)) return false;
  let found = 0;
  for (const entry of entries as unknown[]) {
    const fields = isRecord(entry) ? entry['fieldsV1'] : undefined;
    if (!isRecord(fields)) continue;
    for (const name of Object.keys(fields)) {
      if (fields[name] !== `${mark}${found}` || found === trees.length) continue;
      fields[name] = trees[found++];
    }
  }
  return found === trees.length;
}

/** Where the object begins that belongs to the key at `at`; undefined for other values and for keys with escapes. */
function valueAfterKey(text: string, at: number): number | undefined {
  const end = text.indexOf('"', at + 1);
  const isPlain = end >= 0 && text.charCodeAt(end - 1) !== BACKSLASH && text.charCodeAt(end + 1) === COLON;
  return isPlain && text.charCodeAt(end + 2) === OPEN ? end + 2 : undefined;
}

/** The end of the object that begins at `start`; undefined when it does not end. */
export function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return at + 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
