/** Computed types whose meaning is certain from syntax: `keyof`, `T[K]`, mapped and conditional types over plain objects. */
import type { ts } from 'ts-morph';
import { type Inferred, isAssignable, isPlain } from './assignable.js';
import { takenPart, takenType } from '../taken/taken.js';
import {
  computed,
  type Evaluator,
  literalUnion,
  type NodeRef,
  type ObjectShape,
  placeOf,
  type Shape,
  textOf,
  type TypeRef,
  type TypeScope,
  Unsettled,
} from './type-ref.js';
import { literalsOf, unionMembers, unionOf } from './union-members.js';

/** The object that a type consists of; the checker decides about unions, lists, maps and classes with methods. */
export function plainObject(evaluator: Evaluator, type: TypeRef, what: string): ObjectShape {
  const shape = evaluator.evaluate(type);
  const object = shape.kind === 'core' ? evaluator.objectOf(type) : shape;
  if (object.kind !== 'object' || !isPlain(object)) throw new Unsettled(placeOf(type), `${what} is not known to kbts`);
  return object;
}

/** The names of a type's properties. */
export function evaluateKeyof(evaluator: Evaluator, type: TypeRef): Shape {
  const names = plainObject(evaluator, type, `the keys of "${textOf(type)}"`).members.map(({ name }) => name);
  // A name that is a number is one as a key, too.
  if (names.some((name) => /^-?\d/.test(name))) throw new Unsettled(placeOf(type), 'keys that are numbers');
  return literalUnion(names, placeOf(type));
}

/** `T['a']`, `T[number]`, `T[keyof T]`. */
export function settleIndexedAccess(evaluator: Evaluator, object: TypeRef, index: TypeRef): TypeRef {
  const shape = evaluator.evaluate(object);
  const key = evaluator.evaluate(index);
  const isNumber = key.kind === 'keyword' && key.name === 'number';
  if (shape.kind === 'array' && isNumber) return takenPart(evaluator.settle(object), shape.item, 'items');
  const part = shape.kind === 'core' ? corePart(shape, key) : undefined;
  if (part !== undefined) return computed(part, placeOf(index));
  if (shape.kind === 'tuple') return tupleItem(evaluator, shape, isNumber, object, index);
  if (shape.kind === 'object' && shape.members.length === 0 && shape.index !== undefined && isAnyKey(key))
    return takenPart(evaluator.settle(object), shape.index, 'values');
  const properties = plainObject(evaluator, object, `"${textOf(object)}[${textOf(index)}]"`);
  const names = literalsOf(evaluator, index)?.map(String);
  if (names === undefined) throw new Unsettled(placeOf(index), `"${textOf(index)}" is not a list of names`);
  const missing = names.find((name) => !properties.members.some((member) => member.name === name));
  if (missing !== undefined) {
    const message = `"${textOf(object)}" has no property "${missing}"`;
    throw new Unsettled(placeOf(index), message, 'type-unknown', 'check the name');
  }
  const chosen = names.flatMap((name) => properties.members.find((member) => member.name === name) ?? []);
  const types = chosen.map((member) => takenType(evaluator, member));
  const isOptional = chosen.some((member) => member.isOptional);
  const absent = computed({ kind: 'keyword', name: 'undefined' }, placeOf(index));
  if (types.length === 0) return computed({ kind: 'keyword', name: 'never' }, placeOf(index));
  return unionOf(isOptional ? [...types, absent] : types, index);
}

function isAnyKey(key: Shape): boolean {
  return key.kind === 'literal' || (key.kind === 'keyword' && (key.name === 'string' || key.name === 'number'));
}

function tupleItem(
  evaluator: Evaluator,
  shape: Extract<Shape, { kind: 'tuple' }>,
  isNumber: boolean,
  object: TypeRef,
  index: TypeRef,
): TypeRef {
  const hasOptional = (shape.optional ?? 0) > 0 || shape.items.some((item) => isOptionalItem(evaluator, item));
  if (shape.hasRest || hasOptional) throw new Unsettled(placeOf(object), 'an item of a tuple of unknown length');
  const names = isNumber ? undefined : literalsOf(evaluator, index)?.map(String);
  const chosen = isNumber ? shape.items : shape.items.filter((_, position) => names?.includes(String(position)));
  if (chosen.length !== (names?.length ?? shape.items.length)) throw new Unsettled(placeOf(index), 'no such item');
  const whole = evaluator.settle(object);
  return unionOf(
    chosen.map((item) => takenPart(whole, item, 'items')),
    object,
  );
}

/** `T?` or `name?: T`. */
export function isOptionalItem({ ts }: Evaluator, item: TypeRef): boolean {
  if (item.kind !== 'node') return false;
  const { node } = item;
  return ts.isOptionalTypeNode(node) || (ts.isNamedTupleMember(node) && node.questionToken !== undefined);
}

/** Items of a list and values of a map that a Kubernetes type has. */
function corePart({ name, schema }: Extract<Shape, { kind: 'core' }>, key: Shape): Shape | undefined {
  if (key.kind !== 'keyword') return undefined;
  const { items, additionalProperties: values } = schema;
  if (key.name === 'number' && items !== undefined) return { kind: 'core', name: `${name}[]`, schema: items };
  if (key.name !== 'string' || typeof values !== 'object') return undefined;
  return { kind: 'core', name: `${name}{}`, schema: values };
}

/** `[A, B?, ...C]`; a tuple that is spread brings its items. */
export function evaluateTuple(evaluator: Evaluator, node: ts.TupleTypeNode, scope: TypeScope): Shape {
  let hasRest = false;
  const items = node.elements.flatMap((element): readonly TypeRef[] => {
    const item: TypeRef = { kind: 'node', node: element, scope };
    const spread = spreadOf(evaluator, item);
    if (spread === undefined) return [item];
    const shape = evaluator.evaluate(spread);
    if (shape.kind !== 'tuple' && shape.kind !== 'array') throw new Unsettled(placeOf(spread), 'what is spread here');
    hasRest ||= shape.kind !== 'tuple' || shape.hasRest;
    return shape.kind === 'tuple' ? shape.items : [item];
  });
  return { kind: 'tuple', items, hasRest };
}

/** The `T` of `...T` or `...rest: T`. */
function spreadOf({ ts }: Evaluator, item: TypeRef): TypeRef | undefined {
  if (item.kind !== 'node') return undefined;
  const { node } = item;
  const isRest = ts.isRestTypeNode(node) || (ts.isNamedTupleMember(node) && node.dotDotDotToken !== undefined);
  return isRest ? { ...item, node: node.type } : undefined;
}

/** What an item of a tuple repeats, for `...T[]`; `undefined` for an item that stands once. */
export function restItem(evaluator: Evaluator, item: TypeRef): TypeRef | undefined {
  const spread = spreadOf(evaluator, item);
  const shape = spread === undefined ? undefined : evaluator.evaluate(spread);
  return shape?.kind === 'array' ? shape.item : undefined;
}

/** `A extends B ? X : Y`, distributed over unions when `A` is a type parameter. */
export function settleConditional(evaluator: Evaluator, { node, scope }: NodeRef): TypeRef {
  const { ts } = evaluator;
  if (!ts.isConditionalTypeNode(node)) return { kind: 'node', node, scope };
  const checked: TypeRef = { kind: 'node', node: node.checkType, scope };
  const parameter =
    ts.isTypeReferenceNode(node.checkType) && ts.isIdentifier(node.checkType.typeName)
      ? node.checkType.typeName.text
      : '';
  const argument = scope.parameters.get(parameter);
  if (argument === undefined) {
    const chosen = choose(evaluator, node, checked, scope);
    // TypeScript notes the condition on types in its branch, and computes with them in ways of its own.
    if (chosen.kind === 'node' && chosen.node === node.trueType && isComputed(evaluator, node.trueType))
      throw new Unsettled(placeOf(checked), `what "${textOf(chosen)}" is below its condition`);
    return chosen;
  }
  const members = unionMembers(evaluator, argument);
  if (members.length > 1 || members.length === 0) distributable(evaluator, members, argument);
  const chosen = members.map((member) => {
    const parameters = new Map([...scope.parameters, [parameter, member]]);
    return evaluator.settle(choose(evaluator, node, member, { ...scope, parameters }));
  });
  const kept = chosen.filter((type) => !isNever(evaluator, type));
  if (kept.length === 0) return computed({ kind: 'keyword', name: 'never' }, placeOf(checked));
  return unionOf(kept, checked);
}

/** Whether a type as written contains one that is computed. */
function isComputed({ ts }: Evaluator, node: ts.Node): boolean {
  const visit = (inner: ts.Node): boolean =>
    (ts.isTypeReferenceNode(inner) && inner.typeArguments !== undefined) ||
    ts.isIndexedAccessTypeNode(inner) ||
    ts.isTypeOperatorNode(inner) ||
    ts.isMappedTypeNode(inner) ||
    ts.isConditionalTypeNode(inner) ||
    ts.isTemplateLiteralTypeNode(inner) ||
    (ts.forEachChild(inner, (child) => visit(child) || undefined) ?? false);
  return visit(node);
}

/** Members that TypeScript would look at one by one. */
function distributable(evaluator: Evaluator, members: readonly TypeRef[], argument: TypeRef): void {
  for (const member of members) {
    const shape = evaluator.evaluate(member);
    if (shape.kind === 'enum' || (shape.kind === 'keyword' && shape.name === 'boolean'))
      throw new Unsettled(placeOf(argument), `the members of "${textOf(argument)}" one by one`);
  }
}

function choose(evaluator: Evaluator, node: ts.ConditionalTypeNode, checked: TypeRef, scope: TypeScope): TypeRef {
  const inferred: Inferred = new Map();
  const shape = evaluator.evaluate(checked);
  const isOpen =
    shape.kind === 'enum' ||
    (shape.kind === 'keyword' && ['any', 'never', 'boolean', 'unknown', 'void'].includes(shape.name));
  const target: TypeRef = { kind: 'node', node: node.extendsType, scope };
  const isTrue = isOpen ? undefined : isAssignable(evaluator, checked, target, inferred);
  if (isTrue === undefined) {
    const text = `${textOf(checked)} extends ${textOf(target)}`;
    throw new Unsettled({ unit: scope.unit, node }, `kbts cannot tell whether "${text}" is true`);
  }
  if (!isTrue) return { kind: 'node', node: node.falseType, scope };
  return {
    kind: 'node',
    node: node.trueType,
    scope: { ...scope, parameters: new Map([...scope.parameters, ...inferred]) },
  };
}

function isNever(evaluator: Evaluator, type: TypeRef): boolean {
  const shape = evaluator.evaluate(type);
  return shape.kind === 'keyword' && shape.name === 'never';
}
