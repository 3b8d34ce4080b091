/** Types of message literals, such as `Object{spec: Object.spec{replicas: 1}}`. */
import type { Node } from '../syntax/node.js';
import type { CheckState } from './check-state.js';
import { expected, fieldMismatch, noMessage, undeclared, undefinedField } from './check-words.js';
import { ERROR, optionalOf, type Type, unwrapOptional } from './types.js';

type StructNode = Extract<Node, { kind: 'struct' }>;

/** The type of a message literal; `check` is called for the values of its fields. */
export function structType(node: StructNode, state: CheckState, check: (node: Node) => Type): Type {
  // Types only: variables of that name do not count.
  const [type] = state.names.typeNamed(node.name)?.params ?? [];
  if (type === undefined) return state.fail(node, undeclared(node.name, 'variable'));
  const isMessage = type.kind === 'struct' && type.fields !== undefined;
  if (!isMessage) state.fail(node, noMessage(type));
  const known = isMessage ? type : { ...ERROR, fields: new Map<string, Type>() };
  for (const field of node.fields) {
    const given = check(field.value);
    const { type: inner, isOptional } = unwrapOptional(given);
    if (field.isOptional && !isOptional && inner.kind !== 'dyn')
      state.fail(field.value, expected(optionalOf(inner), inner));
    const wanted = known.fields?.get(field.name);
    if (wanted === undefined) state.fail(field, undefinedField(field.name, known));
    else if (!state.fit([wanted], [field.isOptional ? inner : given]))
      state.fail(field, fieldMismatch(field.name, wanted, state.known(given)));
  }
  return isMessage ? type : ERROR;
}
