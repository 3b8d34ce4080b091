/** Types of list and map literals. */
import type { Node } from '../syntax/node.js';
import type { CheckState } from './check-state.js';
import { expected } from './check-words.js';
import { DYN, listOf, mapOf, moreGeneral, optionalOf, type Type, unwrapOptional } from './types.js';

type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;
type Check = (node: Node) => Type;

/** The type of a list literal; `check` is called for its elements. */
export function listType(node: NodeOf<'list'>, state: CheckState, check: Check): Type {
  let joined: Type | undefined;
  for (const [index, element] of node.elements.entries()) {
    const type = check(element);
    joined = join(joined, node.optional.includes(index) ? innerType(element, type, state) : type, state);
  }
  return listOf(joined ?? state.newParam());
}

/** The type of a map literal. */
export function mapType(node: NodeOf<'map'>, state: CheckState, check: Check): Type {
  let keys: Type | undefined;
  let values: Type | undefined;
  for (const { key, value, isOptional } of node.entries) {
    keys = join(keys, check(key), state);
    const type = check(value);
    values = join(values, isOptional ? innerType(value, type, state) : type, state);
  }
  return mapOf(keys ?? state.newParam(), values ?? state.newParam());
}

/** What is inside an optional element. */
function innerType(node: Node, type: Type, state: CheckState): Type {
  const { type: inner, isOptional } = unwrapOptional(type);
  if (!isOptional && inner.kind !== 'dyn') state.fail(node, expected(optionalOf(inner), inner));
  return inner;
}

/** What elements of a literal have in common; `literal-check.ts` refuses mixed ones. */
function join(previous: Type | undefined, current: Type, state: CheckState): Type {
  if (previous === undefined) return current;
  return state.fit([previous], [current]) ? moreGeneral(previous, current) : DYN;
}
