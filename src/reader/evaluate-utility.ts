/** TypeScript's own utility types, computed on properties so that docs and markers stay. */
import { isAssignable } from './assignable.js';
import {
  type Evaluator,
  literalUnion,
  type Member,
  type ObjectShape,
  type Place,
  type Shape,
  TypeProblem,
  type TypeRef,
  computed,
} from './type-ref.js';
import { literalsOf, unionMembers } from './union-members.js';

const UTILITIES = new Set([
  'Array',
  'ReadonlyArray',
  'Record',
  'Partial',
  'Required',
  'Readonly',
  'Pick',
  'Omit',
  'Exclude',
  'Extract',
  'NonNullable',
  'Uppercase',
  'Lowercase',
  'Capitalize',
  'Uncapitalize',
  'NoInfer',
]);

/** Whether a global type is one that `evaluateGlobal` computes. */
export function isUtility(name: string): boolean {
  return UTILITIES.has(name);
}

/** Computes `Partial<T>`, `Record<K, V>` and their kin. */
export function evaluateGlobal(evaluator: Evaluator, name: string, args: readonly TypeRef[], place: Place): Shape {
  const [first, second] = args;
  if (first === undefined)
    throw new TypeProblem(place, 'type-argument-missing', `"${name}" needs a type argument`, `write ${name}<…>`);
  const need = (): TypeRef => {
    if (second === undefined)
      throw new TypeProblem(
        place,
        'type-argument-missing',
        `"${name}" needs two type arguments`,
        `write ${name}<…, …>`,
      );
    return second;
  };
  switch (name) {
    case 'Array':
    case 'ReadonlyArray':
      return { kind: 'array', item: first };
    case 'Record':
      return evaluateRecord(evaluator, first, need(), place);
    case 'Partial':
      return mapMembers(evaluator, first, (member) => ({ ...member, isOptional: true, isPresenceFixed: true }));
    case 'Required':
      return mapMembers(evaluator, first, (member) => ({ ...member, isOptional: false, isPresenceFixed: true }));
    case 'Pick':
      return pick(evaluator, first, need(), true);
    case 'Omit':
      return pick(evaluator, first, need(), false);
    case 'Exclude':
      return filterUnion(evaluator, first, (type) => !isAssignable(evaluator, type, need()), place);
    case 'Extract':
      return filterUnion(evaluator, first, (type) => isAssignable(evaluator, type, need()), place);
    case 'NonNullable':
      return filterUnion(evaluator, first, (type) => !isNullish(evaluator.evaluate(type)), place);
    case 'Readonly':
    case 'NoInfer':
      return evaluator.evaluate(first);
    default:
      return changeCase(evaluator, name, first, place);
  }
}

function isNullish(shape: Shape): boolean {
  return shape.kind === 'keyword' && (shape.name === 'null' || shape.name === 'undefined');
}

/** `Record<string, V>` is a map; with literal keys it is an object. */
export function evaluateRecord(evaluator: Evaluator, key: TypeRef, value: TypeRef, place: Place): Shape {
  const literals = literalsOf(evaluator, key);
  if (literals === undefined) return { kind: 'object', members: [], index: value };
  const members = literals.map((name): Member => ({ name: String(name), isOptional: false, type: value }));
  if (members.length === 0)
    throw new TypeProblem(place, 'type-unsupported', 'the keys of this Record are never', 'give it keys');
  return { kind: 'object', members };
}

function mapMembers(evaluator: Evaluator, type: TypeRef, change: (member: Member) => Member): ObjectShape {
  const shape = evaluator.objectOf(type);
  return { ...shape, members: shape.members.map(change) };
}

function pick(evaluator: Evaluator, type: TypeRef, keys: TypeRef, keeps: boolean): ObjectShape {
  const shape = evaluator.objectOf(type);
  const names = new Set((literalsOf(evaluator, keys) ?? []).map(String));
  return { ...shape, members: shape.members.filter(({ name }) => names.has(name) === keeps) };
}

function filterUnion(evaluator: Evaluator, type: TypeRef, keeps: (type: TypeRef) => boolean, place: Place): Shape {
  const kept = unionMembers(evaluator, type).filter(keeps);
  const [only] = kept;
  if (only === undefined) return { kind: 'keyword', name: 'never' };
  return kept.length === 1
    ? evaluator.evaluate(only)
    : { kind: 'union', types: kept.map((member) => computed(evaluator.evaluate(member), place)) };
}

function changeCase(evaluator: Evaluator, name: string, type: TypeRef, place: Place): Shape {
  const literals = literalsOf(evaluator, type);
  if (literals === undefined) return { kind: 'keyword', name: 'string' };
  const change = (text: string): string => {
    if (name === 'Uppercase') return text.toUpperCase();
    if (name === 'Lowercase') return text.toLowerCase();
    const first = text.charAt(0);
    return (name === 'Capitalize' ? first.toUpperCase() : first.toLowerCase()) + text.slice(1);
  };
  return literalUnion(
    literals.map((text) => change(String(text))),
    place,
  );
}
