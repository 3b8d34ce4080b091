/** JSON in and out with the digits of 64-bit integers, which JavaScript alone would round. */
import { attachDigits, digitsOf, hasDigits, int64 } from '../../kubernetes/json/exact-integers.js';
import { parseExact } from '../../kubernetes/json/parse-exact.js';
import type { JsonValue } from '../../kubernetes/json/json-value.js';

const LIMIT = 2n ** 63n;

/** Parses JSON. What is larger than 64 bits is a floating-point number, as in Go. */
export function parseJson(text: string): JsonValue {
  const value = parseExact(text) as JsonValue;
  if (/\d{19}/.test(text)) dropLarger(value);
  return value;
}

function dropLarger(root: JsonValue): void {
  const open: JsonValue[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (hasDigits(next)) keepDigits(next, (text) => isInt64(text));
    for (const member of Object.values(next)) if (typeof member === 'object' && member !== null) open.push(member);
  }
}

function isInt64(text: string): boolean {
  const value = BigInt(text);
  return value >= -LIMIT && value < LIMIT;
}

function keepDigits(holder: object, isKept: (text: string) => boolean): void {
  const texts = Object.keys(holder).flatMap((key) => {
    const text = digitsOf(holder, key);
    return text !== undefined && isKept(text) ? [[key, text] as const] : [];
  });
  attachDigits(holder, new Map(texts));
}

/** Changes a list as `splice` does; numbers keep their digits, and a new one gets those of `from`. */
export function spliceExact(list: JsonValue[], at: [index: number, removed: number], added?: Added): void {
  const [index, removed] = at;
  // Appending moves no other item, so a patch that appends many times takes linear time.
  if (added !== undefined && index === list.length) {
    list.push(added.value);
    if (added.digits !== undefined) int64.set(list, String(index), BigInt(added.digits));
    return;
  }
  const isPlain = !hasDigits(list) && added?.digits === undefined;
  const texts = isPlain ? [] : list.map((_, position) => digitsOf(list, String(position)));
  if (added === undefined) list.splice(index, removed);
  else list.splice(index, removed, added.value);
  if (isPlain) return;
  texts.splice(index, removed, ...(added === undefined ? [] : [added.digits]));
  const kept = texts.flatMap((text, position) => (text === undefined ? [] : [[String(position), text] as const]));
  attachDigits(list, new Map(kept));
}

/** A value and its digits. */
export interface Added {
  readonly value: JsonValue;
  readonly digits: string | undefined;
}
