/** Members of unions, in source order. */
import { carryToMembers } from '../taken/taken.js';
import { computed, endlessType, type Evaluator, placeOf, type Shape, type TypeRef } from './type-ref.js';
import { expandTemplate } from './templates.js';

/** Deeper nesting than this is a union that contains itself. */
const MAX_DEPTH = 100;

/** The members of a union, nested unions flattened; a single type is a union of one. */
export function unionMembers(evaluator: Evaluator, type: TypeRef, depth = 0): TypeRef[] {
  if (depth > MAX_DEPTH) throw endlessType(type);
  const settled = evaluator.settle(type);
  const shape = evaluator.evaluate(settled);
  if (shape.kind === 'union') {
    const members = shape.types.flatMap((member) => unionMembers(evaluator, member, depth + 1));
    return carryToMembers(settled, members, (member) => isNullish(evaluator.evaluate(member)));
  }
  if (shape.kind === 'keyword' && shape.name === 'never') return [];
  return [settled];
}

function isNullish(shape: Shape): boolean {
  return shape.kind === 'keyword' && (shape.name === 'null' || shape.name === 'undefined');
}

/** The literals that a type consists of, or `undefined` when it consists of other types too. */
export function literalsOf(evaluator: Evaluator, type: TypeRef): (string | number | bigint | boolean)[] | undefined {
  const values: (string | number | bigint | boolean)[] = [];
  for (const member of unionMembers(evaluator, type)) {
    const shape = evaluator.evaluate(member);
    if (shape.kind === 'literal') values.push(shape.value);
    else if (shape.kind === 'enum') values.push(...shape.values);
    else {
      const expanded = shape.kind === 'template' ? expandTemplate(evaluator, shape, literalsOf) : undefined;
      if (expanded === undefined) return undefined;
      values.push(...expanded);
    }
  }
  return [...new Set(values)];
}

/** A type that combines the given ones. */
export function unionOf(types: readonly TypeRef[], at: TypeRef): TypeRef {
  const [only] = types;
  return types.length === 1 && only !== undefined ? only : computed({ kind: 'union', types }, placeOf(at));
}
