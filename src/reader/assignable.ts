/** Whether one type fits into another, as far as conditional types and `Exclude` need it. */
import { type Evaluator, type Shape, type TypeRef } from './type-ref.js';
import { unionMembers } from './union-members.js';

/** What `infer X` stood for. */
export type Inferred = Map<string, TypeRef>;

/** Whether every value of `source` is one of `target`; fills `inferred` on the way. */
export function isAssignable(
  evaluator: Evaluator,
  source: TypeRef,
  target: TypeRef,
  inferred: Inferred = new Map(),
): boolean {
  const { ts } = evaluator;
  if (target.kind === 'node' && ts.isParenthesizedTypeNode(target.node)) {
    return isAssignable(evaluator, source, { ...target, node: target.node.type }, inferred);
  }
  if (target.kind === 'node' && ts.isInferTypeNode(target.node)) {
    inferred.set(target.node.typeParameter.name.text, source);
    return true;
  }
  const wanted = evaluator.evaluate(target);
  if (wanted.kind === 'keyword' && (wanted.name === 'unknown' || wanted.name === 'any')) return true;
  const sources = unionMembers(evaluator, source);
  return sources.every((member) => {
    if (wanted.kind === 'union') return wanted.types.some((type) => isAssignable(evaluator, member, type, inferred));
    return fits(evaluator, evaluator.evaluate(member), wanted, inferred, member, target);
  });
}

function fits(
  evaluator: Evaluator,
  have: Shape,
  want: Shape,
  inferred: Inferred,
  source: TypeRef,
  target: TypeRef,
): boolean {
  if (have.kind === 'keyword' && have.name === 'any') return true;
  if (want.kind === 'literal') return have.kind === 'literal' && have.value === want.value;
  if (want.kind === 'array') return fitsArray(evaluator, have, want.item, inferred);
  if (want.kind === 'keyword') return fitsKeyword(have, want.name);
  if (want.kind === 'known')
    return have.kind === 'known' ? have.name === want.name : fitsKeyword(have, primitiveOf(want));
  if (want.kind === 'object') return fitsObject(evaluator, source, target, inferred);
  if (want.kind === 'core') return have.kind === 'core' && have.name === want.name;
  if (want.kind === 'enum') return have.kind === 'enum' ? have.place.node === want.place.node : false;
  if (want.kind === 'function') return have.kind === 'function';
  return have.kind === want.kind;
}

function fitsArray(evaluator: Evaluator, have: Shape, item: TypeRef, inferred: Inferred): boolean {
  if (have.kind === 'array') return isAssignable(evaluator, have.item, item, inferred);
  return have.kind === 'tuple' && have.items.every((type) => isAssignable(evaluator, type, item, inferred));
}

function fitsKeyword(have: Shape, name: string): boolean {
  if (name === 'object')
    return have.kind === 'object' || have.kind === 'array' || have.kind === 'tuple' || have.kind === 'core';
  if (have.kind === 'literal') return typeof have.value === name;
  if (have.kind === 'template') return name === 'string';
  if (have.kind === 'enum') return have.values.every((value) => typeof value === name);
  if (have.kind === 'known') return primitiveOf(have) === name;
  return have.kind === 'keyword' && have.name === name;
}

/** The primitive behind a flavoured type such as `Int32`. */
export function primitiveOf(shape: Extract<Shape, { kind: 'known' }>): string {
  if (/^(?:Int32|Int64|Float|Double)$/.test(shape.name)) return 'number';
  if (/^(?:Duration|Time|MicroTime|Bytes)$/.test(shape.name)) return 'string';
  return 'object';
}

function fitsObject(evaluator: Evaluator, source: TypeRef, target: TypeRef, inferred: Inferred): boolean {
  const shape = evaluator.evaluate(source);
  if (shape.kind !== 'object' && shape.kind !== 'core' && shape.kind !== 'known') return false;
  if (shape.kind === 'known' && primitiveOf(shape) !== 'object') return false;
  const have = evaluator.objectOf(source);
  const want = evaluator.objectOf(target);
  return want.members.every((member) => {
    const own = have.members.find(({ name }) => name === member.name);
    if (own === undefined) return member.isOptional;
    return (member.isOptional || !own.isOptional) && isAssignable(evaluator, own.type, member.type, inferred);
  });
}
