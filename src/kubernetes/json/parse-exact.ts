/**
 * `JSON.parse` that keeps the digits of whole numbers beyond 2^53. What strangers wrote is read here: every path is linear
 * in the length of the text, and none of them is recursive.
 */
import { attachDigits } from './exact-integers.js';

/** From here on neighbours of a whole number can no longer be told apart. */
const UNSAFE_DIGITS = 16;
const ZERO = 48;
const NINE = 57;
const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const COMMA = 44;
const OPEN_LIST = 91;
const OPEN_OBJECT = 123;
const CLOSE_LIST = 93;
const CLOSE_OBJECT = 125;

/** `JSON.parse` that keeps digits. */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && hasLongNumber(text)) attach(value, longNumbers(text));
  return value;
}

/**
 * Whether a body has as many digits in a row, where a number may be; also inside a string. Such a row covers every
 * sixteenth character at least once, so that few of them have to be looked at, and each row is looked at once.
 */
function hasLongNumber(text: string): boolean {
  const { length } = text;
  let probe = UNSAFE_DIGITS - 1;
  while (probe < length) {
    if (!isDigit(text.charCodeAt(probe))) {
      probe += UNSAFE_DIGITS;
      continue;
    }
    let start = probe;
    // Ends after fifteen steps at most: the probe before was no digit, or a row that ended before this one.
    while (isDigit(text.charCodeAt(start - 1))) start--;
    let end = probe + 1;
    while (isDigit(text.charCodeAt(end))) end++;
    if (end - start >= UNSAFE_DIGITS && mayPrecedeNumber(text.charCodeAt(start - 1))) return true;
    probe = end + UNSAFE_DIGITS;
  }
  return false;
}

function mayPrecedeNumber(code: number): boolean {
  // NaN: the text begins here. 58 is a colon; up to 32 are the spaces.
  return Number.isNaN(code) || code === 58 || code === COMMA || code === OPEN_LIST || code === MINUS || code <= 32;
}

/** The long numbers of an object or list, and of those inside it that have some. */
interface Found {
  texts?: Map<string, string>;
  inner?: Map<string, Found>;
}

/** An object or list that the scan is inside of. `found` is made when the first long number comes. */
interface Frame {
  readonly parent: Frame | undefined;
  readonly isList: boolean;
  /** Index in a list; in an object where the key begins, quote included. */
  at: number;
  keyEnd: number;
  /** The key as it is meant, once somebody asked. */
  key: string | undefined;
  found: Found | undefined;
}

/** Where the long numbers of a body are that `JSON.parse` has accepted. As there, the last of equal keys counts. */
function longNumbers(text: string): Found | undefined {
  let frame: Frame = { parent: undefined, isList: true, at: 0, keyEnd: 0, key: undefined, found: undefined };
  const root = frame;
  let expectsKey = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (expectsKey) startField(text, frame, index, end);
      expectsKey = false;
      index = end - 1;
    } else if (code === COMMA) {
      if (frame.isList) frame.at++;
      else expectsKey = true;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      expectsKey = code === OPEN_OBJECT;
      frame = { parent: frame, isList: !expectsKey, at: 0, keyEnd: 0, key: undefined, found: undefined };
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      expectsKey = false;
      frame = frame.parent ?? root;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, index + 1);
      if (end - index >= UNSAFE_DIGITS) addNumber(text, frame, text.slice(index, end));
      index = end - 1;
    }
  }
  return root.found?.inner?.get('0');
}

function startField(text: string, frame: Frame, start: number, end: number): void {
  frame.at = start;
  frame.keyEnd = end;
  frame.key = undefined;
  if (!frame.found) return;
  const key = keyOf(text, frame);
  frame.found.texts?.delete(key);
  frame.found.inner?.delete(key);
}

function addNumber(text: string, frame: Frame, token: string): void {
  if (!/^-?\d{16,}$/.test(token) || Number.isSafeInteger(Number(token))) return;
  const half = MAX_COPIED_SLICE;
  const copied =
    token.length > 2 * half ? (JSON.parse(`"${token}"`) as string) : token.slice(0, half) + token.slice(half);
  const found = foundOf(text, frame);
  found.texts ??= new Map();
  found.texts.set(keyOf(text, frame), copied);
}

/** What was found inside a frame. Those above are made on the way, each once. */
function foundOf(text: string, frame: Frame): Found {
  const path: Frame[] = [];
  let known: Frame | undefined = frame;
  for (; known && !known.found; known = known.parent) path.push(known);
  let found = known?.found;
  let above = known;
  for (let next = path.pop(); next; next = path.pop()) {
    const made: Found = {};
    if (found && above) {
      found.inner ??= new Map();
      found.inner.set(keyOf(text, above), made);
    }
    next.found = made;
    found = made;
    above = next;
  }
  return found ?? {};
}

function keyOf(text: string, frame: Frame): string {
  if (frame.isList) return String(frame.at);
  frame.key ??= copyOf(text, frame.at, frame.keyEnd);
  return frame.key;
}

/** V8 copies shorter slices. Longer ones keep the whole text alive for as long as what they are part of. */
const MAX_COPIED_SLICE = 12;

/** A string with its quotes, as it is meant, and never a slice of the text. */
function copyOf(text: string, start: number, end: number): string {
  if (end - start - 2 > MAX_COPIED_SLICE) return JSON.parse(text.slice(start, end)) as string;
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** The index after the closing quote. */
function endOfString(text: string, start: number): number {
  let close = start;
  do close = text.indexOf('"', close + 1);
  while (close > 0 && isEscaped(text, close));
  return close < 0 ? text.length : close + 1;
}

/** Whether an odd number of backslashes comes before; an even number are backslashes that are meant. */
function isEscaped(text: string, index: number): boolean {
  let before = index - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (index - before) % 2 === 0;
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (isPartOfNumber(text.charCodeAt(end))) end++;
  return end;
}

function isPartOfNumber(code: number): boolean {
  // e, E, a point and a plus, besides digits and a minus.
  return isDigit(code) || code === 46 || code === 101 || code === 69 || code === 43 || code === MINUS;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function attach(root: object, found: Found | undefined): void {
  const open: [unknown, Found][] = found ? [[root, found]] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const [holder, { texts, inner }] = next;
    if (typeof holder !== 'object' || holder === null) continue;
    if (texts && texts.size > 0) attachDigits(holder, texts);
    for (const [key, child] of inner ?? []) open.push([(holder as Record<string, unknown>)[key], child]);
  }
}
