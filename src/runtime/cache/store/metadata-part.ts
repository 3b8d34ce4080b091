/** Metadata-only reads from a cache of whole objects. */
import { isTransformed, markProjected, markTransformed, partialMark } from '../../object/partial.js';
import type { KubeObject } from '../../object/meta.js';
import type { DeepReadonly } from '../../object/readonly.js';

type Found = DeepReadonly<KubeObject>;

/** One part for each object, so that equal reads return equal objects. */
const parts = new WeakMap<Found, Found>();

/** What the server would have answered to a read of metadata only; frozen, and marked as partial. */
export function metadataPart(object: Found): Found {
  const known = parts.get(object);
  if (known) return known;
  const { apiVersion, kind, metadata } = object;
  const part = { apiVersion, kind, metadata };
  markProjected(part);
  if (isTransformed(object) && partialMark(object)?.fields.includes('metadata')) markTransformed(part, ['metadata']);
  parts.set(object, Object.freeze(part));
  return part;
}
