/** JSON patches (RFC 6902). The only file of the runtime that knows the library behind them. */
import fastJsonPatch from 'fast-json-patch';
import type { JsonPatchOperation } from '../client/client.js';
import { digitsOf, int64 } from '../../kubernetes/json/exact-integers.js';
import { mutable } from './readonly.js';

/**
 * The operations that turn `before` into `after`. Both are JSON values; `undefined` counts as absent.
 * @example
 * ```ts
 * console.log(jsonPatch({ a: 1 }, { a: 2 })); // [ { op: 'replace', path: '/a', value: 2 } ]
 * ```
 */
export function jsonPatch(before: object, after: object): readonly JsonPatchOperation[] {
  // A CommonJS module whose functions Node cannot see as named exports, so `compare` is not imported by name.
  // The library's type also names operations of its own that `compare` never emits.
  const operations = fastJsonPatch.compare(before, after) as readonly JsonPatchOperation[];
  return operations.map((operation) => withDigits(operation, after));
}

/** The library copies values and loses the digits of large numbers on the way; `after` still has them. */
function withDigits(operation: JsonPatchOperation, after: object): JsonPatchOperation {
  if (!('value' in operation)) return operation;
  const tokens = operation.path.split('/').slice(1);
  const names = tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() ?? '';
  let holder: unknown = after;
  for (const name of names) holder = isHolder(holder) ? holder[name] : undefined;
  if (!isHolder(holder)) return operation;
  const exact = { ...operation, value: mutable(holder[last]) };
  const text = digitsOf(holder, last);
  if (text !== undefined) int64.set(exact, 'value', BigInt(text));
  return exact;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
