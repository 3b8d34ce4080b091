/** TypeScript's own utility types, computed on properties so that docs and markers stay. */
import { isAssignable } from './assignable.js';
import { plainObject } from './evaluate-computed.js';
import { withoutUndefined } from './evaluate-mapped.js';
import {
  type Evaluator,
  literalUnion,
  type Member,
  type ObjectShape,
  type Place,
  placeOf,
  type Shape,
  textOf,
  TypeProblem,
  type TypeRef,
  computed,
  Unsettled,
} from './type-ref.js';
import { takenFrom } from '../taken/taken.js';
import { literalsOf, unionMembers, unionOf } from './union-members.js';

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

/** Utility types whose result is a part of their argument, so that its name is kept. */
const FILTERS = new Set(['Exclude', 'Extract', 'NonNullable', 'NoInfer']);

/** Whether `settleFilter` computes a global type. */
export function isFilter(name: string): boolean {
  return FILTERS.has(name);
}

function needed(name: string, argument: TypeRef | undefined, place: Place): TypeRef {
  if (argument !== undefined) return argument;
  throw new TypeProblem(place, 'type-argument-missing', `"${name}" needs a type argument`, `write ${name}<…>`);
}

/** Computes `Partial<T>`, `Record<K, V>` and their kin. */
export function evaluateGlobal(evaluator: Evaluator, name: string, args: readonly TypeRef[], place: Place): Shape {
  const first = needed(name, args[0], place);
  const second = (): TypeRef => needed(name, args[1], place);
  switch (name) {
    case 'Array':
    case 'ReadonlyArray':
      return { kind: 'array', item: first };
    case 'Record':
      return evaluateRecord(evaluator, first, second(), place);
    case 'Partial':
      return mapMembers(evaluator, first, (member) => ({ ...member, isOptional: true, isPresenceFixed: true }));
    case 'Required':
      return mapMembers(evaluator, first, (member) => ({
        ...member,
        isOptional: false,
        isPresenceFixed: true,
        type: member.isOptional ? withoutUndefined(evaluator, member.type) : member.type,
      }));
    case 'Pick':
      return pick(evaluator, first, second(), true);
    case 'Omit':
      return pick(evaluator, first, second(), false);
    case 'Readonly':
      return evaluateReadonly(evaluator, first);
    case 'Exclude':
    case 'Extract':
    case 'NonNullable':
    case 'NoInfer':
      return evaluator.evaluate(settleFilter(evaluator, name, args, place));
    default:
      return changeCase(evaluator, name, first, place);
  }
}

/** Computes `Exclude<T, U>` and its kin: the members of a union that stay. */
export function settleFilter(evaluator: Evaluator, name: string, args: readonly TypeRef[], place: Place): TypeRef {
  const first = needed(name, args[0], place);
  if (name === 'NoInfer') return first;
  const alone = name === 'NonNullable' ? besideNullish(evaluator, first) : undefined;
  if (alone !== undefined) return settleFilter(evaluator, name, [alone], place);
  if (name === 'NonNullable')
    return filterUnion(evaluator, first, (shape) => !isNullish(shape) && !isUnknown(shape, first), place);
  const target = needed(name, args[1], place);
  return filterUnion(
    evaluator,
    first,
    (shape, member) => {
      const isOpen =
        shape.kind === 'enum' || (shape.kind === 'keyword' && ['any', 'unknown', 'boolean'].includes(shape.name));
      const fits = isOpen ? undefined : isAssignable(evaluator, member, target);
      if (fits === undefined) throw new Unsettled(place, `what "${name}" leaves of "${textOf(member)}"`);
      return fits === (name === 'Extract');
    },
    place,
  );
}

/** The `T` of `T | null | undefined`, as a whole. */
function besideNullish(evaluator: Evaluator, type: TypeRef): TypeRef | undefined {
  const settled = evaluator.settle(type);
  const shape = evaluator.evaluate(settled);
  if (shape.kind !== 'union' || settled.taken !== undefined) return undefined;
  const kept = shape.types.filter((member) => !isNullish(evaluator.evaluate(member)));
  return kept.length === 1 && shape.types.length > 1 ? kept[0] : undefined;
}

function isNullish(shape: Shape): boolean {
  return shape.kind === 'keyword' && (shape.name === 'null' || shape.name === 'undefined');
}

function isUnknown(shape: Shape, type: TypeRef): boolean {
  if (shape.kind === 'keyword' && ['unknown', 'any', 'void'].includes(shape.name))
    throw new Unsettled(placeOf(type), `"${textOf(type)}" without null`);
  return false;
}

/** `Record<string, V>` is a map; with literal keys it is an object. */
function evaluateRecord(evaluator: Evaluator, key: TypeRef, value: TypeRef, place: Place): Shape {
  const literals = literalsOf(evaluator, key);
  const shape = evaluator.evaluate(key);
  if (literals === undefined) {
    if (shape.kind === 'keyword' && shape.name === 'string') return { kind: 'object', members: [], index: value };
    if (shape.kind === 'object' || shape.kind === 'array' || (shape.kind === 'keyword' && shape.name === 'boolean'))
      throw new TypeProblem(
        placeOf(key),
        'type-unsupported',
        `"${textOf(key)}" cannot be the type of keys`,
        'use string, or a union of literals',
      );
    throw new Unsettled(place, `the keys "${textOf(key)}" are not known to kbts`);
  }
  const members = literals.map((name): Member => ({ name: String(name), isOptional: false, type: value }));
  return { kind: 'object', members };
}

/** Nothing that JSON has is changed, unless the type is one that a mapped type takes apart. */
function evaluateReadonly(evaluator: Evaluator, type: TypeRef): Shape {
  const shape = evaluator.evaluate(type);
  if (['array', 'tuple', 'core', 'known'].includes(shape.kind) || isMap(shape)) return shape;
  const source = plainObject(evaluator, type, `Readonly of "${textOf(type)}"`);
  return { ...withoutParts(source), ...takenFrom(evaluator, source) };
}

function isMap(shape: Shape): boolean {
  return shape.kind === 'object' && shape.members.length === 0 && shape.callable === undefined;
}

function withoutParts({ parts: _parts, ...shape }: ObjectShape): ObjectShape {
  return shape;
}

function mapMembers(evaluator: Evaluator, type: TypeRef, change: (member: Member) => Member): ObjectShape {
  const source = plainObject(evaluator, type, `the properties of "${textOf(type)}"`);
  return { kind: 'object', members: source.members.map(change), ...takenFrom(evaluator, source) };
}

function pick(evaluator: Evaluator, type: TypeRef, keys: TypeRef, keeps: boolean): ObjectShape {
  if (keeps) rejectPrimitive(evaluator, type);
  const source = plainObject(evaluator, type, `the properties of "${textOf(type)}"`);
  const { members } = source;
  const literals = literalsOf(evaluator, keys);
  const missing = keeps ? literals?.find((name) => !members.some((member) => member.name === String(name))) : undefined;
  if (missing !== undefined)
    throw new TypeProblem(
      placeOf(keys),
      'type-unknown',
      `"${textOf(type)}" has no property "${String(missing)}"`,
      'check the name',
    );
  if (literals === undefined) throw new Unsettled(placeOf(keys), `"${textOf(keys)}" is not a list of names`);
  const names = new Set(literals.map(String));
  if (!keeps && literals.some((name) => typeof name === 'number'))
    throw new Unsettled(placeOf(keys), 'names that are numbers');
  const chosen = members.filter(({ name }) => names.has(name) === keeps);
  return { kind: 'object', members: chosen, ...takenFrom(evaluator, source) };
}

/** TypeScript refuses `Pick<string, …>`, and its checker goes on with something. */
function rejectPrimitive(evaluator: Evaluator, type: TypeRef): void {
  const shape = evaluator.evaluate(type);
  if (!['literal', 'template', 'enum'].includes(shape.kind) && (shape.kind !== 'keyword' || shape.name === 'object'))
    return;
  throw new TypeProblem(
    placeOf(type),
    'type-not-an-object',
    `"${textOf(type)}" is not an object type, so it has no properties to take`,
    'use an interface or an object type here',
  );
}

function filterUnion(
  evaluator: Evaluator,
  type: TypeRef,
  keeps: (shape: Shape, member: TypeRef) => boolean,
  place: Place,
): TypeRef {
  const members = unionMembers(evaluator, type);
  const kept = members.filter((member) => keeps(evaluator.evaluate(member), member));
  if (kept.length === members.length) return type;
  if (kept.length === 0) return computed({ kind: 'keyword', name: 'never' }, place);
  return unionOf(kept, type);
}

function changeCase(evaluator: Evaluator, name: string, type: TypeRef, place: Place): Shape {
  const literals = literalsOf(evaluator, type);
  if (literals === undefined) throw new Unsettled(place, `what "${textOf(type)}" becomes`);
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
