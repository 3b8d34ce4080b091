/**
 * Template literal types with open parts → patterns. TypeScript gives each `${…}` the text up to the first place where
 * the next literal text is found, and one character where no text follows; it never looks for another way. So the
 * pattern of a part excludes what ends it.
 */

/** A part of a template: text as it is, one of several strings, or an open place. */
export type Piece =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'open'; readonly values: 'string' | 'number' | 'integer' };

/** More combinations of strings between open places than this are not followed. */
const MAX_COMBINATIONS = 64;

/** The pattern of a template, without anchors; `undefined` when no short one says the same as TypeScript. */
export function piecesPattern(pieces: readonly Piece[]): string | undefined {
  // `${string}${string}` is string to TypeScript.
  if (pieces.every((piece) => piece.kind === 'open' && piece.values === 'string')) return '.*';
  const isOpen = ({ kind }: Piece): boolean => kind === 'open';
  const first = pieces.findIndex(isOpen);
  const last = pieces.findLastIndex(isOpen);
  if (first < 0) return pieces.map(textsPattern).join('');
  const inner = combinations(pieces.slice(first, last));
  if (inner === undefined) return undefined;
  const middles = inner.map((variant) => middlePattern(variant, pieces.slice(last, last + 1)));
  if (middles.includes(undefined)) return undefined;
  const middle = middles.length === 1 ? (middles[0] ?? '') : `(${middles.join('|')})`;
  return [pieces.slice(0, first), pieces.slice(last, last + 1), pieces.slice(last + 1)]
    .map((part) => part.map(piecePattern).join(''))
    .reduce((pattern, part, index) => pattern + (index === 1 ? middle : '') + part, '');
}

/** Every way to choose the strings between open places; neighbours become one. */
function combinations(pieces: readonly Piece[]): Piece[][] | undefined {
  let variants: Piece[][] = [[]];
  for (const piece of pieces) {
    const choices =
      piece.kind === 'open' ? [piece] : piece.texts.map((text): Piece => ({ kind: 'texts', texts: [text] }));
    if (variants.length * choices.length > MAX_COMBINATIONS) return undefined;
    variants = variants.flatMap((variant) => choices.map((choice) => [...variant, choice]));
  }
  return variants;
}

/** Open places, each with the text that ends it; `rest` is the last open place. */
function middlePattern(pieces: readonly Piece[], rest: readonly Piece[]): string | undefined {
  let pattern = '';
  for (let index = 0; index < pieces.length;) {
    const piece = pieces[index];
    if (piece?.kind !== 'open') return undefined;
    const next = pieces.findIndex((other, at) => at > index && other.kind === 'open');
    const end = next < 0 ? pieces.length : next;
    const text = pieces
      .slice(index + 1, end)
      .flatMap((part) => (part.kind === 'texts' ? part.texts : []))
      .join('');
    const isFree = [...pieces.slice(end), ...rest].every((part) => part.kind === 'texts' || part.values === 'string');
    const open = endedBy(piece.values, text, isFree);
    if (open === undefined) return undefined;
    pattern += open + escapePattern(text);
    index = end;
  }
  return pattern;
}

/** An open place before a string; `isFree` says that all that follows takes any text, so that the first place is as good as another. */
function endedBy(values: 'string' | 'number' | 'integer', text: string, isFree: boolean): string | undefined {
  if (text === '') return values === 'string' ? '.' : '[0-9]';
  if (values === 'string') {
    if (isFree) return '.*';
    return [...text].length === 1 ? `[^${text.replace(/[\\\]^-]/, String.raw`\$&`)}]*` : undefined;
  }
  if (!/^[-.0-9]+$/.test(text)) return piecePattern({ kind: 'open', values });
  if (text === '-') return values === 'integer' ? '[0-9]+' : String.raw`[0-9]+(\.[0-9]+)?`;
  return text === '.' ? '-?[0-9]+' : undefined;
}

function piecePattern(piece: Piece): string {
  if (piece.kind === 'texts') return textsPattern(piece);
  if (piece.values === 'string') return '.*';
  return piece.values === 'integer' ? '-?[0-9]+' : String.raw`-?[0-9]+(\.[0-9]+)?`;
}

function textsPattern(piece: Piece): string {
  const texts = piece.kind === 'texts' ? piece.texts : [];
  return texts.length === 1 ? escapePattern(texts[0] ?? '') : `(${texts.map(escapePattern).join('|')})`;
}

/** Text as a pattern that matches just that text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
