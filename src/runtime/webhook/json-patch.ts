/** JSON patches (RFC 6902). The only file of the runtime that knows the library behind them. */
import fastJsonPatch from 'fast-json-patch';
import type { JsonPatchOperation } from '../client/client.js';

// A CommonJS module whose functions Node cannot see as named exports.
const { compare } = fastJsonPatch;

/** The operations that turn `before` into `after`. Both are JSON values; `undefined` counts as absent. */
export function jsonPatch(before: object, after: object): readonly JsonPatchOperation[] {
  // The library's type also names operations of its own that `compare` never emits.
  return compare(before, after) as readonly JsonPatchOperation[];
}
