/** Transforms of a cache: what they change makes an object partial, which must not be written back. */
import { markTransformed } from '../../object/partial.js';
import type { KubeObject } from '../../object/meta.js';

/**
 * Changes an object before it is stored, or drops it by returning undefined. May change its argument; only what is below
 * `managedFields[].fieldsV1` is shared between objects and frozen, so replace it or leave it out as a whole.
 */
export type Transform = (object: KubeObject) => KubeObject | undefined;

/**
 * The transformed object, marked when a field other than `metadata.managedFields` has changed: the server keeps those when
 * an update has none. Compared as text, because a transform may change its argument.
 */
export function transformed(transform: Transform, object: KubeObject): KubeObject | undefined {
  const before = textsOf(object);
  const result = transform(object);
  if (!result) return undefined;
  const after = textsOf(result);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (field) => before.get(field) !== after.get(field) || after.get(field) === TOO_DEEP,
  );
  if (changed.length === 0) return result;
  const marked = Object.isFrozen(result) ? { ...result } : result;
  markTransformed(marked, changed.sort());
  return marked;
}

const TOO_DEEP = 'too deep';

function textsOf(object: KubeObject): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [field, value] of Object.entries(object)) {
    const text = textOf(field === 'metadata' ? { ...value, managedFields: undefined } : value);
    if (text !== undefined) texts.set(field, text);
  }
  return texts;
}

function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    throw error;
  }
}
