/** Object types: interfaces, classes, literals, intersections, and the known ones. */
import type { ts } from 'ts-morph';
import { TYPE_META_PROPERTIES } from './known-schemas.js';
import { readElements } from './object-members.js';
import {
  computed,
  type Evaluator,
  type Member,
  type Named,
  type ObjectShape,
  type Place,
  type Shape,
  textOf,
  TypeProblem,
  type TypeRef,
  type TypeScope,
} from './type-ref.js';

/** `{ a: string; [key: string]: T }`. */
export function evaluateLiteralType(evaluator: Evaluator, node: ts.TypeLiteralNode, scope: TypeScope): ObjectShape {
  return readElements(evaluator, node.members, scope, undefined);
}

/** An interface with everything it extends; several declarations of one name are merged. */
export function evaluateInterface(
  evaluator: Evaluator,
  named: Extract<Named, { kind: 'declared' }>,
  scopeOf: (node: ts.InterfaceDeclaration) => TypeScope,
): ObjectShape {
  let result: ObjectShape = { kind: 'object', members: [] };
  const interfaces = named.declarations.filter((node): node is ts.InterfaceDeclaration =>
    evaluator.ts.isInterfaceDeclaration(node),
  );
  for (const node of interfaces) {
    const scope = scopeOf(node);
    for (const base of node.heritageClauses?.flatMap((clause) => clause.types) ?? []) {
      result = extend(result, evaluator.objectOf({ kind: 'node', node: base, scope }));
    }
  }
  for (const node of interfaces) {
    result = extend(result, readElements(evaluator, node.members, scopeOf(node), { unit: named.unit, node }));
  }
  return result;
}

/** Public data members of a class. */
export function evaluateClass(evaluator: Evaluator, node: ts.ClassDeclaration, scope: TypeScope): ObjectShape {
  const { ts } = evaluator;
  let result: ObjectShape = { kind: 'object', members: [] };
  for (const clause of node.heritageClauses ?? []) {
    if (clause.token !== ts.SyntaxKind.ExtendsKeyword) continue;
    for (const base of clause.types) result = extend(result, evaluator.objectOf({ kind: 'node', node: base, scope }));
  }
  return extend(result, readElements(evaluator, node.members, scope, { unit: scope.unit, node }));
}

/** Derived members win completely; docs fall back to those of the base. */
export function extend(base: ObjectShape, derived: ObjectShape): ObjectShape {
  const members = new Map(base.members.map((member) => [member.name, member]));
  for (const member of derived.members) {
    const earlier = members.get(member.name);
    const inherited = [...(member.inherited ?? []), ...placesOf(earlier)];
    members.set(member.name, inherited.length === 0 ? member : { ...member, inherited });
  }
  return {
    kind: 'object',
    members: [...members.values()],
    ...((derived.index ?? base.index) && { index: derived.index ?? base.index }),
    ...((derived.callable ?? base.callable) && { callable: derived.callable ?? base.callable }),
  };
}

function placesOf(member: Member | undefined): Place[] {
  if (member === undefined) return [];
  return [...(member.declaration === undefined ? [] : [member.declaration]), ...(member.inherited ?? [])];
}

/** `A & B`: objects are combined, unions distributed; a primitive with a phantom property stays a primitive. */
export function evaluateIntersection(evaluator: Evaluator, types: readonly TypeRef[], place: Place): Shape {
  const parts = types.map((type) => ({ type, shape: evaluator.evaluate(type) }));
  const union = parts.find(({ shape }) => shape.kind === 'union');
  if (union?.shape.kind === 'union') {
    const others = types.filter((type) => type !== union.type);
    const branches = union.shape.types.map((branch) =>
      computed(evaluateIntersection(evaluator, [branch, ...others], place), place),
    );
    return { kind: 'union', types: branches };
  }
  const scalars = parts.filter(({ shape }) => isScalar(shape)).map(({ shape }) => shape);
  // `string & 'a'` is 'a': whatever is narrower than a keyword counts.
  const scalar = scalars.find(({ kind }) => kind !== 'keyword') ?? scalars[0];
  if (scalar !== undefined)
    return scalar.kind === 'keyword' && scalar.name === 'string' ? { ...scalar, isOpen: true } : scalar;
  let result: ObjectShape = { kind: 'object', members: [] };
  for (const { type, shape } of parts) {
    if (shape.kind === 'keyword' && shape.name === 'unknown') continue;
    result = intersect(evaluator, result, evaluator.objectOf(type), place);
  }
  return result;
}

function isScalar(shape: Shape): boolean {
  if (shape.kind === 'keyword') return shape.name !== 'object' && shape.name !== 'unknown';
  if (shape.kind === 'known') return knownObject(shape, undefined) === undefined;
  return (
    shape.kind === 'literal' ||
    shape.kind === 'template' ||
    shape.kind === 'enum' ||
    shape.kind === 'array' ||
    shape.kind === 'tuple'
  );
}

function intersect(evaluator: Evaluator, left: ObjectShape, right: ObjectShape, place: Place): ObjectShape {
  const members = new Map(left.members.map((member) => [member.name, member]));
  for (const member of right.members) {
    const other = members.get(member.name);
    members.set(member.name, other === undefined ? member : both(evaluator, other, member, place));
  }
  const index = right.index ?? left.index;
  const callable = right.callable ?? left.callable;
  return { kind: 'object', members: [...members.values()], ...(index && { index }), ...(callable && { callable }) };
}

/** A property of both sides: present if one says so; the later declaration gives the docs. */
function both(evaluator: Evaluator, left: Member, right: Member, place: Place): Member {
  const isObject = (type: TypeRef): boolean => evaluator.evaluate(type).kind === 'object';
  const type =
    isObject(left.type) && isObject(right.type)
      ? computed(evaluateIntersection(evaluator, [left.type, right.type], place), place)
      : right.type;
  return {
    ...right,
    type,
    isOptional: left.isOptional && right.isOptional,
    inherited: [...(right.inherited ?? []), ...placesOf(left)],
  };
}

/** Properties of the known object types; `undefined` for types that are no objects. */
export function knownObject(shape: Shape, place: Place | undefined): ObjectShape | undefined {
  const at = place as Place;
  if (shape.kind === 'core') return schemaObject(shape, at);
  if (shape.kind !== 'known') return undefined;
  const known = (name: string): TypeRef => computed({ kind: 'known', name, arguments: [] }, at);
  const text: TypeRef = computed({ kind: 'keyword', name: 'string' }, at);
  const meta = (name: 'apiVersion' | 'kind'): Member =>
    member(name, computed({ kind: 'core', name, schema: TYPE_META_PROPERTIES[name] }, at));
  const member = (name: string, type: TypeRef, isOptional = true): Member => ({ name, type, isOptional });
  const typeMeta = [meta('apiVersion'), meta('kind')];
  switch (shape.name) {
    case 'TypeMeta':
      return { kind: 'object', members: typeMeta };
    case 'KubeObject':
      return { kind: 'object', members: [...typeMeta, member('metadata', known('ObjectMeta'))] };
    case 'CustomResource': {
      const [spec, status] = shape.arguments;
      const parts = [member('metadata', known('ObjectMeta'))];
      if (spec !== undefined) parts.push(member('spec', spec, false));
      if (status !== undefined) parts.push(member('status', status));
      return { kind: 'object', members: [...typeMeta, ...parts] };
    }
    case 'ObjectMeta':
      return { kind: 'object', members: ['name', 'namespace'].map((name) => member(name, text)) };
    default:
      return undefined;
  }
}

function schemaObject(shape: Extract<Shape, { kind: 'core' }>, place: Place): ObjectShape | undefined {
  const { properties, required } = shape.schema;
  if (properties === undefined) return undefined;
  const members = Object.entries(properties).map(([name, schema]): Member => ({
    name,
    isOptional: !(required ?? []).includes(name),
    type: computed({ kind: 'core', name: `${shape.name}.${name}`, schema }, place),
  }));
  return { kind: 'object', members };
}

/** An object type with a method is no data. */
export function rejectCallable(shape: ObjectShape, type: TypeRef): void {
  if (shape.callable === undefined) return;
  const message = `"${textOf(type)}" has a method, and methods cannot be part of a schema`;
  throw new TypeProblem(
    shape.callable,
    'type-has-method',
    message,
    'move the method into a function, or make it private',
  );
}
