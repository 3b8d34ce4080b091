/**
 * Whole numbers beyond 2^53. JavaScript rounds them, so their digits are kept beside the object that holds them: what was
 * read and is written again comes back digit by digit, although the number that code sees is rounded.
 */

/** Digits by key, on the object or list that holds the numbers. Enumerable, so that spreading an object takes them along. */
const digits: unique symbol = Symbol.for('kbts.digits') as never;

interface Holder {
  [digits]?: Readonly<Record<string, string>>;
}

/** From here on neighbours of a whole number can no longer be told apart. */
const UNSAFE_DIGITS = 16;
const ZERO = 48;
const NINE = 57;

/**
 * 64-bit integers that are larger than a number can hold exactly.
 * @example
 * ```ts
 * const spec = { bytes: 0 };
 * int64.set(spec, 'bytes', 9007199254740993n);
 * console.log(int64.get(spec, 'bytes'), spec.bytes); // 9007199254740993n 9007199254740992
 * ```
 */
export const int64 = {
  /** The exact value of a field that holds a whole number; undefined when it holds none. */
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
  const table = (holder as Holder)[digits];
  if (!table || !Object.hasOwn(table, key)) return undefined;
  const text = table[key];
  return text !== undefined && Number(text) === (holder as Record<string, unknown>)[key] ? text : undefined;
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
  (holder as Holder)[digits] = { ...(holder as Holder)[digits], [key]: text };
}

/** `JSON.parse` that keeps digits. */
export function parseExact(text: string): unknown {
  if (!hasLongNumber(text)) return JSON.parse(text);
  const marker = unusedIn(text);
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => {
    const isRounded = /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
    return isRounded ? `"${marker}${token}"` : token;
  });
  if (marked === text) return JSON.parse(text);
  const root = { value: JSON.parse(marked) as unknown };
  unmark(root, marker);
  return root.value;
}

/** `JSON.stringify` that writes the digits that `parseExact` kept. */
export function stringifyExact(value: object): string {
  if (!holdsDigits(value)) return JSON.stringify(value);
  const marker = unusedIn(JSON.stringify(value));
  const text = JSON.stringify(value, function (this: object, key: string, inner: unknown) {
    const exact = typeof inner === 'number' ? digitsOf(this, key) : undefined;
    return exact === undefined ? inner : `${marker}${exact}`;
  });
  return text.replaceAll(new RegExp(`"${marker}(-?\\d+)"`, 'g'), '$1');
}

/**
 * Whether a text has as many digits in a row, where a number may stand. Such a row covers every sixteenth character at
 * least once, so that few of them have to be looked at.
 */
function hasLongNumber(text: string): boolean {
  const { length } = text;
  for (let probe = UNSAFE_DIGITS - 1; probe < length; probe += UNSAFE_DIGITS) {
    if (!isDigit(text, probe)) continue;
    let start = probe;
    while (isDigit(text, start - 1)) start--;
    let end = probe;
    while (isDigit(text, end + 1)) end++;
    if (end - start + 1 >= UNSAFE_DIGITS && /[:,[\s-]|^$/.test(text.charAt(start - 1))) return true;
  }
  return false;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= ZERO && code <= NINE;
}

function unusedIn(text: string): string {
  let marker = 'int64:';
  while (text.includes(marker)) marker = `#${marker}`;
  return marker;
}

/** Turns marked texts back into numbers, with their digits beside them. Not by recursion: objects may be nested deeper. */
function unmark(root: object, marker: string): void {
  const open: object[] = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    const holder = next as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const inner = holder[key];
      if (typeof inner === 'object' && inner !== null) open.push(inner);
      else if (typeof inner === 'string' && inner.startsWith(marker))
        int64.set(holder, key, BigInt(inner.slice(marker.length)));
    }
  }
}

function holdsDigits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ((value as Holder)[digits]) return true;
  if (Array.isArray(value)) return value.some(holdsDigits);
  for (const key in value) if (holdsDigits((value as Record<string, unknown>)[key])) return true;
  return false;
}
