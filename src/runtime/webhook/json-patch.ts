/** JSON patches (RFC 6902). The only file of the runtime that knows the library behind them. */
import fastJsonPatch from 'fast-json-patch';
import type { JsonPatchOperation } from '../client/client.js';

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
  return fastJsonPatch.compare(before, after) as readonly JsonPatchOperation[];
}
