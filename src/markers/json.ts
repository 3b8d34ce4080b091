/** JSON with integers kept exact. */
import type { JsonValue } from '../model/schema.js';

/** Parses JSON; integers beyond 2^53 become bigints. Throws `SyntaxError` for anything else. */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  if (!/\d{16,}/.test(text)) return value;
  // The large integers are read again as marked strings, so that no digit is lost.
  const marked = text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"\\u0000${token}"`,
  );
  return restore(JSON.parse(marked) as JsonValue);
}

function restore(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.startsWith('\0') ? BigInt(value.slice(1)) : value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => restore(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restore(item)]));
}
