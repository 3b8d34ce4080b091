/** `JSON.stringify` that writes the digits of whole numbers beyond 2^53. Linear, and without recursion beyond a fixed depth. */
import { digitsOf, hasDigits } from './exact-integers.js';

/** Deeper objects are written without recursion, whether they have digits or not. */
const MAX_NATIVE_DEPTH = 500;

/** `JSON.stringify` that writes the digits that `parseExact` kept, however deep the object is. */
export function stringifyExact(value: object): string {
  return isPlain(value, 0) ? JSON.stringify(value) : write(value);
}

/** Whether `JSON.stringify` can write a value: no digits, and not too deep for its recursion. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_NATIVE_DEPTH || hasDigits(value)) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlain(item, depth + 1)) return false;
    return true;
  }
  for (const key in value) if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false;
  return true;
}

/** What fields may have and JSON has not. */
const LEFT_OUT: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol']);

/** Objects that are written as what they wrap. */
const BOXED: ReadonlySet<string> = new Set(['[object Number]', '[object String]', '[object Boolean]']);

/** An object or list that is being written. */
interface Frame {
  readonly holder: object;
  /** Undefined for a list. */
  readonly keys: readonly string[] | undefined;
  readonly size: number;
  index: number;
  isEmpty: boolean;
}

function write(root: object): string {
  const parts: string[] = [];
  const frames: Frame[] = [];
  const open = new Set<object>();
  const start = (data: unknown, key: string, holder: object): void => {
    if (typeof data !== 'object' || data === null) {
      parts.push(scalar(data, key, holder));
      return;
    }
    if (open.has(data)) throw new TypeError(`an object that contains itself cannot be written as JSON: at "${key}"`);
    open.add(data);
    const keys = Array.isArray(data) ? undefined : Object.keys(data);
    parts.push(keys ? '{' : '[');
    frames.push({ holder: data, keys, size: keys?.length ?? (data as unknown[]).length, index: 0, isEmpty: true });
  };
  start(toData(root, ''), '', { '': root });
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    if (frame.index >= frame.size) {
      parts.push(frame.keys ? '}' : ']');
      open.delete(frame.holder);
      frames.pop();
      continue;
    }
    const index = frame.index++;
    const key = frame.keys?.[index] ?? String(index);
    const value = toData((frame.holder as Record<string, unknown>)[key], key);
    if (frame.keys && LEFT_OUT.has(typeof value)) continue;
    if (!frame.isEmpty) parts.push(',');
    frame.isEmpty = false;
    if (frame.keys) parts.push(JSON.stringify(key), ':');
    start(value, key, frame.holder);
  }
  return parts.join('');
}

function toData(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return toJSON.call(value, key) as unknown;
  return BOXED.has(Object.prototype.toString.call(value)) ? value.valueOf() : value;
}

function scalar(value: unknown, key: string, holder: object): string {
  const exact = typeof value === 'number' ? digitsOf(holder, key) : undefined;
  return exact ?? JSON.stringify(value) ?? 'null';
}
