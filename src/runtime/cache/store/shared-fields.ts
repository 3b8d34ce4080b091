/** One copy of what many objects say alike in `managedFields`, which is most of the memory that small objects take. */
import type { KubeObject } from '../../object/meta.js';
import { parseExact } from '../../../kubernetes/json/parse-exact.js';
import { deepFreeze } from './freeze.js';
import { cutPieces, endOf, type Piece, restorePieces } from './managed-pieces.js';

/** Enough for the objects of some hundred templates; beyond that sharing starts again. */
const MOST_TREES = 500;
const LONGEST_TEXT = 20_000;
/** Trees that take less are parsed faster than they are looked up. */
const SHORTEST_TEXT = 40;
/** What is kept of a line keeps all of the line in memory. */
const LONGEST_LINE = 32_000;
/** How many trees of a name are tried at the place itself, before the end of the tree is looked for. */
const MOST_RECENT = 4;
const NONE: readonly Piece[] = [];
/** Names whose trees are new this much more often than known are left alone, for as many lines as the second says. */
const MOST_NEW = 500;
const LINES_LEFT_ALONE = 20_000;

/**
 * Replaces the trees under `managedFields[].fieldsV1` with equal ones seen before. What is shared is frozen, so that a change
 * of one object is an error and never a change of others.
 */
export class SharedFields {
  readonly #trees = new Map<string, Piece>();
  /** By name, such as `f:spec`: neighbours in a list are often alike. */
  readonly #recent = new Map<string, Piece[]>();
  /** By name: how much more often its trees were new than known. */
  readonly #news = new Map<string, number>();
  #lines = 0;
  /** Nobody outside can write this into an object. */
  readonly #mark = `${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`;

  share({ metadata }: KubeObject): void {
    if (!Array.isArray(metadata.managedFields)) return;
    for (const entry of metadata.managedFields) if (isTree(entry?.fieldsV1)) this.#shareIn(entry.fieldsV1);
  }

  /** One event of a watch. Trees that are known are not parsed again, which is half of the work for many objects. */
  parse(line: string): unknown {
    if (++this.#lines % LINES_LEFT_ALONE === 0) this.#news.clear();
    const cut = line.length > LONGEST_LINE ? undefined : cutPieces(line, this.#mark, this.#find);
    const event = parseExact(cut === undefined ? line : cut.text);
    const object = isTree(event) ? event['object'] : undefined;
    // Pieces that were cut out of something else than managed fields: the line is read as it is.
    if (cut !== undefined && !restorePieces(object, this.#mark, cut.trees)) return parseExact(line);
    return event;
  }

  readonly #find = (name: string, text: string, start: number): Piece | undefined => {
    // The server names nothing else here, and no such name means anything to JavaScript.
    if (!name.startsWith('f:')) return undefined;
    if ((this.#news.get(name) ?? 0) > MOST_NEW) return undefined;
    // A complete object that the text continues with is the object that is there.
    for (const piece of this.#recent.get(name) ?? NONE) if (text.startsWith(piece.text, start)) return piece;
    return this.#findByEnd(name, text, start);
  };

  #findByEnd(name: string, text: string, start: number): Piece | undefined {
    const end = endOf(text, start) ?? start;
    // A large tree is that of one object; keeping many of them would be what an attacker wants.
    if (end - start < SHORTEST_TEXT || end - start > LONGEST_TEXT) return undefined;
    const written = text.slice(start, end);
    const known = this.#trees.get(written);
    this.#news.set(name, Math.max(0, (this.#news.get(name) ?? 0) + (known === undefined ? 1 : -1)));
    const piece = known ?? this.#keep({ text: written, tree: parseExact(written) });
    const recent = this.#recent.get(name) ?? [];
    if (recent.length === 0) this.#recent.set(name, recent);
    recent.unshift(piece);
    recent.length = Math.min(recent.length, MOST_RECENT);
    return piece;
  }

  #shareIn(fields: Record<string, unknown>): void {
    for (const name of Object.keys(fields)) {
      if (name.startsWith('f:')) fields[name] = this.#shared(fields[name]);
    }
  }

  #shared(tree: unknown): unknown {
    if (!isTree(tree)) return tree;
    const text = textOf(tree);
    if (text === undefined || text.length > LONGEST_TEXT) return tree;
    return (this.#trees.get(text) ?? this.#keep({ text, tree })).tree;
  }

  #keep(piece: Piece): Piece {
    if (this.#trees.size >= MOST_TREES) {
      this.#trees.clear();
      this.#recent.clear();
    }
    deepFreeze(piece.tree);
    this.#trees.set(piece.text, piece);
    return piece;
  }
}

/** Undefined when it is nested too deep for JavaScript; such an object must not keep the others from being read. */
function textOf(tree: object): string | undefined {
  try {
    return JSON.stringify(tree);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
