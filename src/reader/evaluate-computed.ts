/** Computed types: `keyof`, `T[K]`, mapped and conditional types. */
import type { ts } from 'ts-morph';
import { type Inferred, isAssignable } from './assignable.js';
import {
  computed,
  type Evaluator,
  literalUnion,
  type Member,
  type ObjectShape,
  placeOf,
  type Shape,
  textOf,
  TypeProblem,
  type TypeRef,
  type TypeScope,
} from './type-ref.js';
import { literalsOf, unionMembers, unionOf } from './union-members.js';

/** The names of a type's properties. */
export function evaluateKeyof(evaluator: Evaluator, type: TypeRef): Shape {
  const shape = evaluator.objectOf(type);
  if (shape.index !== undefined) return { kind: 'keyword', name: 'string' };
  return literalUnion(
    shape.members.map(({ name }) => name),
    placeOf(type),
  );
}

/** `T['a']`, `T[number]`, `T[keyof T]`. */
export function evaluateIndexedAccess(evaluator: Evaluator, object: TypeRef, index: TypeRef): Shape {
  const shape = evaluator.evaluate(object);
  const key = evaluator.evaluate(index);
  const isNumber = key.kind === 'keyword' && key.name === 'number';
  if (shape.kind === 'array' && isNumber) return evaluator.evaluate(shape.item);
  const part = shape.kind === 'core' ? corePart(shape, key) : undefined;
  if (part !== undefined) return part;
  if (shape.kind === 'union') {
    const parts = unionMembers(evaluator, object).map((member) =>
      computed(evaluateIndexedAccess(evaluator, member, index), placeOf(object)),
    );
    return evaluator.evaluate(unionOf(parts, object));
  }
  if (shape.kind === 'tuple') {
    const chosen = isNumber
      ? shape.items.map((item) => restItem(evaluator, item) ?? item)
      : shape.items.filter((_, position) => literalsOf(evaluator, index)?.map(String).includes(String(position)));
    return evaluator.evaluate(unionOf(chosen, object));
  }
  const properties = evaluator.objectOf(object);
  const names = literalsOf(evaluator, index)?.map(String);
  if (names === undefined && properties.index !== undefined) return evaluator.evaluate(properties.index);
  const types = (names ?? []).map((name) => {
    const member = properties.members.find((candidate) => candidate.name === name);
    if (member === undefined) {
      throw new TypeProblem(
        placeOf(index),
        'type-unknown',
        `"${textOf(object)}" has no property "${name}"`,
        'check the name',
      );
    }
    return member.type;
  });
  return evaluator.evaluate(unionOf(types, index));
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

/** `{ [K in Keys as Name]?: Value }`. Properties of `keyof T` keep their docs, markers and `?`. */
export function evaluateMapped(evaluator: Evaluator, node: ts.MappedTypeNode, scope: TypeScope): Shape {
  const { ts } = evaluator;
  const at = (inner: ts.Node, parameters = scope.parameters): TypeRef => ({
    kind: 'node',
    node: inner,
    scope: { ...scope, parameters },
  });
  const { constraint, name } = node.typeParameter;
  const place = { unit: scope.unit, node };
  if (constraint === undefined || node.type === undefined) {
    throw new TypeProblem(place, 'type-unsupported', 'this mapped type has no keys or no values', 'write the type out');
  }
  const bind = (key: TypeRef): ReadonlyMap<string, TypeRef> => new Map([...scope.parameters, [name.text, key]]);
  const keys = literalsOf(evaluator, at(constraint));
  if (keys === undefined)
    return {
      kind: 'object',
      members: [],
      index: at(node.type, bind(computed({ kind: 'keyword', name: 'string' }, place))),
    };
  const origin = originOf(evaluator, constraint, scope);
  const valueNode = node.type;
  const members = keys.flatMap((key): Member[] => {
    const parameters = bind(computed({ kind: 'literal', value: key }, place));
    const names = node.nameType === undefined ? [String(key)] : newNames(evaluator, at(node.nameType, parameters));
    const source = origin?.members.find((member) => member.name === String(key));
    const isRemoved = node.questionToken?.kind === ts.SyntaxKind.MinusToken;
    const isOptional = node.questionToken === undefined ? (source?.isOptional ?? false) : !isRemoved;
    const isPresenceFixed = node.questionToken !== undefined;
    return names.map((renamed) => ({
      ...source,
      name: renamed,
      isOptional,
      isPresenceFixed,
      type: at(valueNode, parameters),
    }));
  });
  return { kind: 'object', members };
}

/** What `as` makes of a key; nothing for `never`. */
function newNames(evaluator: Evaluator, type: TypeRef): string[] {
  const literals = literalsOf(evaluator, type);
  if (literals !== undefined) return literals.map(String);
  const message = `"${textOf(type)}" gives properties names that are not known to kbts`;
  throw new TypeProblem(placeOf(type), 'type-unsupported', message, 'write the properties out');
}

/** The `T` of `keyof T`, also behind a type parameter. */
function originOf(evaluator: Evaluator, constraint: ts.TypeNode, scope: TypeScope): ObjectShape | undefined {
  const { ts } = evaluator;
  if (ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword) {
    return evaluator.objectOf({ kind: 'node', node: constraint.type, scope });
  }
  const named = ts.isTypeReferenceNode(constraint)
    ? evaluator.resolve({ kind: 'node', node: constraint, scope })
    : undefined;
  if (named?.kind !== 'type' || named.type.kind !== 'node') return undefined;
  const { node } = named.type;
  return ts.isTypeNode(node) ? originOf(evaluator, node, named.type.scope) : undefined;
}

/** `A extends B ? X : Y`, distributed over unions when `A` is a type parameter. */
export function evaluateConditional(evaluator: Evaluator, node: ts.ConditionalTypeNode, scope: TypeScope): Shape {
  const { ts } = evaluator;
  const checked: TypeRef = { kind: 'node', node: node.checkType, scope };
  const parameter =
    ts.isTypeReferenceNode(node.checkType) && ts.isIdentifier(node.checkType.typeName)
      ? node.checkType.typeName.text
      : '';
  const argument = scope.parameters.get(parameter);
  if (argument === undefined) return evaluator.evaluate(choose(evaluator, node, checked, scope));
  const chosen = unionMembers(evaluator, argument).map((member) => {
    const parameters = new Map([...scope.parameters, [parameter, member]]);
    return choose(evaluator, node, member, { ...scope, parameters });
  });
  const kept = chosen.filter((type) => !isNever(evaluator, type));
  if (kept.length === 0) return { kind: 'keyword', name: 'never' };
  return evaluator.evaluate(unionOf(kept, checked));
}

function choose(evaluator: Evaluator, node: ts.ConditionalTypeNode, checked: TypeRef, scope: TypeScope): TypeRef {
  const inferred: Inferred = new Map();
  const isTrue = isAssignable(evaluator, checked, { kind: 'node', node: node.extendsType, scope }, inferred);
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
