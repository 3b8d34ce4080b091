/** Mapped types over the names of a plain object or over literals; others are left to the checker. */
import type { ts } from 'ts-morph';
import { plainObject } from './evaluate-computed.js';
import {
  computed,
  type Evaluator,
  type Member,
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
import { takenFrom } from '../taken/taken.js';
import { literalsOf, unionMembers, unionOf } from './union-members.js';

/** `{ [K in Keys as Name]?: Value }`. Properties of `keyof T` keep their docs, markers and `?`. */
export function evaluateMapped(evaluator: Evaluator, node: ts.MappedTypeNode, scope: TypeScope): Shape {
  const { ts } = evaluator;
  const { constraint, name } = node.typeParameter;
  const place = { unit: scope.unit, node };
  const valueNode = node.type;
  if (constraint === undefined || valueNode === undefined)
    throw new TypeProblem(place, 'type-unsupported', 'this mapped type has no keys or no values', 'write the type out');
  const at = (inner: ts.Node, parameters = scope.parameters): TypeRef => ({
    kind: 'node',
    node: inner,
    scope: { ...scope, parameters },
  });
  const bind = (key: TypeRef): ReadonlyMap<string, TypeRef> => new Map([...scope.parameters, [name.text, key]]);
  const origin = originOf(evaluator, node, constraint, scope);
  const keys = origin?.members.map((member) => member.name) ?? literalsOf(evaluator, at(constraint));
  if (keys === undefined) return mapShape(evaluator, at(constraint), node, (key) => at(valueNode, bind(key)), place);
  const members = keys.flatMap((key): Member[] => {
    const parameters = bind(computed({ kind: 'literal', value: key }, place));
    const names = node.nameType === undefined ? [String(key)] : newNames(evaluator, at(node.nameType, parameters));
    const source = origin?.members.find((member) => member.name === String(key));
    const isRemoved = node.questionToken?.kind === ts.SyntaxKind.MinusToken;
    const isOptional = node.questionToken === undefined ? (source?.isOptional ?? false) : !isRemoved;
    const value = at(valueNode, parameters);
    const type = isRemoved && source?.isOptional === true ? withoutUndefined(evaluator, value) : value;
    const isPresenceFixed = node.questionToken !== undefined;
    return names.map((renamed) => ({ ...source, name: renamed, isOptional, isPresenceFixed, type }));
  });
  if (new Set(members.map((member) => member.name)).size < members.length)
    throw new Unsettled(place, 'two properties that get one name');
  return { kind: 'object', members, ...(origin?.from && { from: origin.from }) };
}

/** `{ [K in string]: Value }`. */
function mapShape(
  evaluator: Evaluator,
  keys: TypeRef,
  node: ts.MappedTypeNode,
  valueOf: (key: TypeRef) => TypeRef,
  place: Place,
): Shape {
  const shape = evaluator.evaluate(keys);
  if (shape.kind !== 'keyword' || shape.name !== 'string' || node.nameType !== undefined)
    throw new Unsettled(placeOf(keys), `the keys "${textOf(keys)}" are not known to kbts`);
  return { kind: 'object', members: [], index: valueOf(computed(shape, place)) };
}

/** What `as` turns a key into; nothing for `never`. */
function newNames(evaluator: Evaluator, type: TypeRef): string[] {
  const literals = literalsOf(evaluator, type);
  if (literals !== undefined) return literals.map(String);
  throw new Unsettled(placeOf(type), `"${textOf(type)}" gives properties names that are not known to kbts`);
}

/** `-?` takes `undefined` away from a property that was optional. */
export function withoutUndefined(evaluator: Evaluator, type: TypeRef): TypeRef {
  const members = unionMembers(evaluator, type);
  const kept = members.filter((member) => {
    const shape = evaluator.evaluate(member);
    return shape.kind !== 'keyword' || shape.name !== 'undefined';
  });
  return kept.length === members.length ? type : unionOf(kept, type);
}

/** The `T` of `keyof T`, also of a parameter that is declared as `K extends keyof T`. */
function originOf(
  evaluator: Evaluator,
  node: ts.MappedTypeNode,
  constraint: ts.TypeNode,
  scope: TypeScope,
): ObjectShape | undefined {
  const { ts } = evaluator;
  const objectOf = (type: ts.TypeNode): ObjectShape => {
    const ref: TypeRef = { kind: 'node', node: type, scope };
    const source = plainObject(evaluator, ref, `"${textOf(ref)}"`);
    return { ...source, ...takenFrom(evaluator, source) };
  };
  if (ts.isTypeOperatorNode(constraint) && constraint.operator === ts.SyntaxKind.KeyOfKeyword)
    return objectOf(constraint.type);
  const parameter = ts.isTypeReferenceNode(constraint) ? constraint.typeName.getText(scope.unit.ast) : undefined;
  if (parameter === undefined || !scope.parameters.has(parameter)) return undefined;
  const declared = declaredConstraint(evaluator, node, parameter);
  if (declared === undefined) return undefined;
  // Only `keyof T` written out makes the properties those of `T`; the checker knows the other ways.
  const isKeyof = ts.isTypeOperatorNode(declared) && declared.operator === ts.SyntaxKind.KeyOfKeyword;
  if (!isKeyof) return isPlainKey(evaluator, declared) ? undefined : unknownOrigin(scope, node);
  const source = objectOf(declared.type);
  const chosen = literalsOf(evaluator, { kind: 'node', node: constraint, scope })?.map(String);
  if (chosen === undefined) throw new Unsettled({ unit: scope.unit, node }, 'keys that are not known to kbts');
  const members = source.members.filter((member) => chosen.includes(member.name));
  return { kind: 'object', members, ...(source.from && { from: source.from }) };
}

function unknownOrigin(scope: TypeScope, node: ts.Node): never {
  throw new Unsettled({ unit: scope.unit, node }, 'keys that are not known to kbts');
}

/** `K extends string`: names without an object that they come from. */
function isPlainKey(evaluator: Evaluator, node: ts.TypeNode): boolean {
  const { ts } = evaluator;
  if (ts.isUnionTypeNode(node)) return node.types.every((type) => isPlainKey(evaluator, type));
  const { StringKeyword, NumberKeyword, SymbolKeyword } = ts.SyntaxKind;
  return (
    [StringKeyword, NumberKeyword, SymbolKeyword].some((kind) => kind === node.kind) ||
    (ts.isTypeReferenceNode(node) && node.getText() === 'PropertyKey')
  );
}

function declaredConstraint({ ts }: Evaluator, node: ts.Node, parameter: string): ts.TypeNode | undefined {
  for (let at: ts.Node | undefined = node.parent; at !== undefined; at = at.parent) {
    if (!ts.isTypeAliasDeclaration(at) && !ts.isInterfaceDeclaration(at) && !ts.isClassDeclaration(at)) continue;
    return at.typeParameters?.find(({ name }) => name.text === parameter)?.constraint;
  }
  return undefined;
}
