/** Sizes that the text of an expression gives: of literals, of scalars, of the entries of lists and maps. */
import type { Type } from '../check/types.js';
import type { Node } from '../syntax/node.js';
import { fixed, type Range, union } from './size.js';

/** Sizes of keys and values of a list or map. */
export interface EntrySize {
  readonly isList: boolean;
  readonly key: Range;
  readonly value: Range;
}

export function unionEntries(left: EntrySize | undefined, right: EntrySize | undefined): EntrySize | undefined {
  if (left === undefined || right === undefined) return undefined;
  return { isList: left.isList, key: union(left.key, right.key), value: union(left.value, right.value) };
}

export function literalSize(node: Node): Range | undefined {
  if (node.kind === 'list') return fixed(node.elements.length);
  if (node.kind === 'map') return fixed(node.entries.length);
  if (node.kind !== 'literal') return undefined;
  const { value } = node.literal;
  if (typeof value === 'string') return fixed([...value].length);
  return fixed(value instanceof Uint8Array ? value.length : 1);
}

export function isScalar(type: Type): boolean {
  if (type.kind === 'opaque' && type.name === 'optional_type')
    return type.params[0] !== undefined && isScalar(type.params[0]);
  return ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'].includes(type.kind);
}
