/** JSON with integers kept exact. */
import type { JsonValue } from '../model/schema.js';

/** Parses JSON; integers beyond 2^53 become bigints. Throws `SyntaxError` for anything else. */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  if (!/\d{16,}/.test(text)) return value;
  // The large integers are read again as marked strings, so that no digit is lost. Strings that look like them are marked, too.
  const marked = text.replaceAll(/"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => {
    if (token.startsWith('"')) return token.startsWith(String.raw`"\u0000`) ? `"\\u0000s${token.slice(1)}` : token;
    return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"\\u0000n${token}"` : token;
  });
  return restore(JSON.parse(marked) as JsonValue);
}

function restore(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.startsWith('\0n') ? BigInt(value.slice(2)) : unmarked(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => restore(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [unmarked(key), restore(item)]));
}

function unmarked(text: string): string {
  return text.startsWith('\0s') ? text.slice(2) : text;
}
