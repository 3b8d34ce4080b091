/** Object types: interfaces, classes, literals, intersections, and the known ones. */
import type { ts } from 'ts-morph';
import { TYPE_META_PROPERTIES } from '../schema/known-schemas.js';
import { isScalar, rejectContents, saysNothing, scalarPart } from '../intersection/parts.js';
import { readElements } from './object-members.js';
import {
  computed,
  type Evaluator,
  type Member,
  type Named,
  type ObjectShape,
  type Place,
  placeOf,
  type Shape,
  textOf,
  TypeProblem,
  type TypeRef,
  type TypeScope,
  Unsettled,
} from './type-ref.js';
import { literalsOf, unionMembers } from './union-members.js';

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
      // Of two bases the first one counts, as in TypeScript.
      result = extend(baseObject(evaluator, { kind: 'node', node: base, scope }), result);
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
    for (const base of clause.types)
      result = extend(result, baseObject(evaluator, { kind: 'node', node: base, scope }));
  }
  return extend(result, readElements(evaluator, node.members, scope, { unit: scope.unit, node }));
}

const NO_BASE: ReadonlySet<Shape['kind']> = new Set(['literal', 'template', 'enum', 'union']);

/** What is extended; TypeScript refuses strings, numbers and unions there, and its checker would continue without them. */
function baseObject(evaluator: Evaluator, base: TypeRef): ObjectShape {
  rejectMixin(evaluator, base);
  const shape = evaluator.evaluate(base);
  if (!NO_BASE.has(shape.kind) && (shape.kind !== 'keyword' || shape.name === 'object'))
    return evaluator.objectOf(base);
  throw new TypeProblem(
    placeOf(base),
    'type-not-an-object',
    `"${textOf(base)}" is not an object type with known properties, so it cannot be extended`,
    shape.kind === 'union' ? 'use a type alias: `type X = Base & { … }`' : 'extend an interface or an object type',
  );
}

/** `extends Mixin(Base)`: which class that is, is known when the program runs. */
function rejectMixin({ ts }: Evaluator, base: TypeRef): void {
  const { node } = placeOf(base);
  if (!ts.isExpressionWithTypeArguments(node)) return;
  if (ts.isIdentifier(node.expression) || ts.isPropertyAccessExpression(node.expression)) return;
  throw new TypeProblem(
    placeOf(base),
    'type-not-an-object',
    `"${textOf(base)}" is computed when the program runs, so its properties are not known to kbts`,
    'write the properties as an interface, use that for the API, and let the class implement it',
  );
}

/** Derived members win; markers and docs of the same property in the base are remembered. */
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
    ...((derived.isWithMethods ?? base.isWithMethods) && { isWithMethods: true }),
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
    const branches = unionMembers(evaluator, union.type).map((branch) => {
      const others = types.map((type) => (type === union.type ? branch : type));
      return computed(evaluateIntersection(evaluator, others, place), place);
    });
    return { kind: 'union', types: branches };
  }
  const scalars = parts
    .filter(({ shape }) => isScalar(shape) && knownObject(shape, undefined) === undefined)
    .map(({ shape }) => shape);
  if (scalars.length > 0) {
    rejectContents(parts, place);
    return scalarPart(scalars, place);
  }
  let result: ObjectShape = { kind: 'object', members: [] };
  for (const { type, shape } of parts) {
    if (saysNothing(shape)) continue;
    if (shape.kind === 'object' && shape.isWithMethods === true)
      throw new Unsettled(place, 'a class in an intersection');
    result = intersect(evaluator, result, evaluator.objectOf(type), place);
  }
  return { ...result, parts: types };
}

function intersect(evaluator: Evaluator, left: ObjectShape, right: ObjectShape, place: Place): ObjectShape {
  const members = new Map(left.members.map((member) => [member.name, member]));
  for (const member of right.members) {
    const other = members.get(member.name);
    members.set(member.name, other === undefined ? member : both(evaluator, other, member, place));
  }
  if (left.index !== undefined && right.index !== undefined) throw new Unsettled(place, 'two maps at once');
  const index = right.index ?? left.index;
  const callable = right.callable ?? left.callable;
  return { kind: 'object', members: [...members.values()], ...(index && { index }), ...(callable && { callable }) };
}

/** A property of both sides: present if one says so; both declarations count. */
function both(evaluator: Evaluator, left: Member, right: Member, place: Place): Member {
  const isOptional = left.isOptional && right.isOptional;
  const also = [...(left.also ?? []), ...(left.declaration === undefined ? [] : [left.declaration])];
  return {
    ...right,
    type: commonType(evaluator, left.type, right.type, place),
    isOptional,
    ...(also.length > 0 && { also: [...also, ...(right.also ?? [])] }),
    inherited: [...(right.inherited ?? []), ...placesOf(left)],
  };
}

function commonType(evaluator: Evaluator, left: TypeRef, right: TypeRef, place: Place): TypeRef {
  const [first, second] = [evaluator.evaluate(left), evaluator.evaluate(right)];
  if (first.kind === 'object' && second.kind === 'object')
    return computed(evaluateIntersection(evaluator, [left, right], place), place);
  const isWider = (wide: Shape, type: TypeRef): boolean => {
    const name = wide.kind === 'keyword' ? wide.name : wide.kind === 'core' ? wide.schema.type : undefined;
    if (name !== 'string' && (name !== 'number' || wide.kind === 'core')) return false;
    return literalsOf(evaluator, type)?.every((value) => typeof value === name) ?? false;
  };
  if (isWider(first, right)) return right;
  if (isWider(second, left)) return left;
  const isSame = first.kind === 'keyword' && second.kind === 'keyword' && first.name === second.name;
  const hasName = evaluator.resolve(left) !== undefined;
  if (isSame && !(hasName && evaluator.resolve(right) !== undefined)) return hasName ? left : right;
  throw new Unsettled(place, 'what these types have in common is not known to kbts');
}

/** Properties of the known object types; `undefined` for types that are not objects. */
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

/** An object type with a method is not data. */
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
