/** Whether two uses of declared types mean the same type. */
import type { Evaluator, Named, TypeRef } from './type-ref.js';

type Declared = Extract<Named, { kind: 'declared' }>;

/** Arguments that are nested deeper than this count as the same. */
const MAX_DEPTH = 20;

/** The same declaration with the same arguments. */
export function isSameType(evaluator: Evaluator, left: Declared, right: Declared): boolean {
  return (
    left.declarations[0] === right.declarations[0] &&
    left.arguments.length === right.arguments.length &&
    left.arguments.every((argument, index) => isSameArgument(evaluator, argument, right.arguments[index], 0))
  );
}

/** The same place in the source, where type parameters stand for the same. */
function isSameArgument(evaluator: Evaluator, first: TypeRef, second: TypeRef | undefined, depth: number): boolean {
  if (second === undefined) return false;
  const [left, right] = [settle(evaluator, first), settle(evaluator, second)];
  if (left.kind === 'shape') return right.kind === 'shape' && left.shape === right.shape;
  if (left.kind === 'checked' || right.kind === 'checked')
    return left.kind === 'checked' && right.kind === 'checked' && left.type === right.type;
  if (right.kind === 'shape') return false;
  if (left.node !== right.node) return false;
  if (depth > MAX_DEPTH) return true;
  return [...left.scope.parameters].every(([name, argument]) =>
    isSameArgument(evaluator, argument, right.scope.parameters.get(name), depth + 1),
  );
}

/** What a type parameter stands for, however often it was passed on. */
function settle(evaluator: Evaluator, type: TypeRef): TypeRef {
  let settled = type;
  for (let named = evaluator.resolve(settled); named?.kind === 'type'; named = evaluator.resolve(settled))
    settled = named.type;
  return settled;
}
