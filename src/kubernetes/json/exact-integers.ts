/**
 * Whole numbers beyond 2^53. JavaScript rounds them, so their digits are kept beside the object that contains them: what was
 * read and is written again comes back digit by digit, although the number that code sees is rounded.
 */

/** Digits by key, on the object or list that contains the numbers. Enumerable, so that spreading an object takes them along. */
const digits: unique symbol = Symbol.for('kbts.digits') as never;

interface Holder {
  [digits]?: DigitsTable;
}

/**
 * Never changed once it is on an object, as copies share it. A new entry gets a table of its own, joined with the older
 * ones that are no larger: adding one costs a logarithm on average, not a copy of all.
 */
interface DigitsTable {
  readonly texts: ReadonlyMap<string, string>;
  readonly older?: DigitsTable;
}

/**
 * 64-bit integers that are too large for an exact number.
 * @example
 * ```ts
 * const spec = { bytes: 0 };
 * int64.set(spec, 'bytes', 9007199254740993n);
 * console.log(int64.get(spec, 'bytes'), spec.bytes); // 9007199254740993n 9007199254740992
 * ```
 */
export const int64 = {
  /** The exact value of a field that is a whole number; undefined when it is not. */
  get(holder: object, key: string): bigint | undefined {
    const value: unknown = (holder as Record<string, unknown>)[key];
    if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
    return BigInt(digitsOf(holder, key) ?? value);
  },

  /** Sets a field to an exact value, which survives being sent, copied with `mutable` and spread. */
  set(holder: object, key: string, value: bigint): void {
    (holder as Record<string, unknown>)[key] = Number(value);
    remember(holder, key, String(value));
  },
} as const;

/** The digits behind a number that was rounded; undefined when it was not, or was changed since. */
export function digitsOf(holder: object, key: string): string | undefined {
  for (let table = (holder as Holder)[digits]; table; table = table.older) {
    const text = table.texts.get(key);
    if (text === undefined) continue;
    return Number(text) === (holder as Record<string, unknown>)[key] ? text : undefined;
  }
  return undefined;
}

/** Whether an object or list may contain numbers with digits of their own. */
export function hasDigits(holder: object): boolean {
  return (holder as Holder)[digits] !== undefined;
}

/** Gives an object or list that has no digits yet those of its numbers, all at once. */
export function attachDigits(holder: object, texts: ReadonlyMap<string, string>): void {
  (holder as Holder)[digits] = { texts };
}

/** Gives a copy the digits of its original. */
export function copyDigits(from: object, to: object): void {
  const table = (from as Holder)[digits];
  if (table) (to as Holder)[digits] = table;
}

/** Gives one field of a copy the digits of its original. */
export function copyDigitsOf(from: object, to: object, key: string): void {
  const text = digitsOf(from, key);
  if (text !== undefined) remember(to, key, text);
}

function remember(holder: object, key: string, text: string): void {
  let older = (holder as Holder)[digits];
  const merged: ReadonlyMap<string, string>[] = [];
  let size = 1;
  for (; older && older.texts.size <= size; older = older.older) {
    merged.push(older.texts);
    size += older.texts.size;
  }
  const texts = new Map<string, string>();
  for (let next = merged.pop(); next; next = merged.pop()) for (const [name, value] of next) texts.set(name, value);
  texts.set(key, text);
  (holder as Holder)[digits] = older ? { texts, older } : { texts };
}
