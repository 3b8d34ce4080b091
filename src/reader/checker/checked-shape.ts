/** What the checker says a type is → the shape that the reader works with, one level deep. */
import type { ts } from 'ts-morph';
import { ownSpecifier } from '../../typescript/own-types.js';
import type { CheckedRef, Shape, TypeRef } from '../evaluate/type-ref.js';
import { TypeProblem } from '../evaluate/type-ref.js';
import { checkedMembers, isFromLibrary } from './checked-members.js';
import { checkedPart } from './checked-part.js';
import type { Checker } from './checker.js';
import { sortedMembers } from './union-order.js';

/** The shape of a type that the checker found. */
export function checkedShape(checker: Checker, ref: CheckedRef): Shape {
  const { ts } = checker.program;
  const { type } = ref;
  const { flags } = type;
  if (flags & ts.TypeFlags.Substitution) return checkedShape(checker, checkedPart(checker, ref, type));
  const simple = keywordShape(checker, type);
  if (simple !== undefined) return simple;
  if (type.isStringLiteral() || type.isNumberLiteral()) return { kind: 'literal', value: type.value };
  if (flags & ts.TypeFlags.BooleanLiteral)
    return { kind: 'literal', value: (type as unknown as { intrinsicName: string }).intrinsicName === 'true' };
  if (type.isUnion())
    return {
      kind: 'union',
      types: sortedMembers(checker, type.types).map((member) => checkedPart(checker, ref, member)),
    };
  if (flags & ts.TypeFlags.TemplateLiteral) return templateShape(checker, ref, type as ts.TemplateLiteralType);
  if (type.isIntersection()) return intersectionShape(checker, ref, type);
  if (flags & ts.TypeFlags.Object) return objectShape(checker, ref, type as ts.ObjectType);
  throw unsettled(checker, ref);
}

function keywordShape(checker: Checker, type: ts.Type): Shape | undefined {
  const { TypeFlags } = checker.program.ts;
  const names = [
    [TypeFlags.Any, 'any'],
    [TypeFlags.Unknown, 'unknown'],
    [TypeFlags.Never, 'never'],
    [TypeFlags.String, 'string'],
    [TypeFlags.Number, 'number'],
    [TypeFlags.Boolean, 'boolean'],
    [TypeFlags.BigIntLike, 'bigint'],
    [TypeFlags.ESSymbolLike, 'symbol'],
    [TypeFlags.Undefined, 'undefined'],
    [TypeFlags.Void, 'void'],
    [TypeFlags.Null, 'null'],
    [TypeFlags.NonPrimitive, 'object'],
  ] as const;
  const found = names.find(([flag]) => (type.flags & flag) !== 0);
  return found === undefined ? undefined : { kind: 'keyword', name: found[1] };
}

function templateShape(checker: Checker, ref: CheckedRef, { texts, types }: ts.TemplateLiteralType): Shape {
  const parts = types.flatMap((type, index): (string | TypeRef)[] => [
    checkedPart(checker, ref, type),
    texts[index + 1] ?? '',
  ]);
  return { kind: 'template', parts: [texts[0] ?? '', ...parts] };
}

/** A primitive with a phantom property stays a primitive; objects are combined. */
function intersectionShape(checker: Checker, ref: CheckedRef, type: ts.IntersectionType): Shape {
  const { ts } = checker.program;
  const primitive = type.types.find(({ flags }) => (flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive)) === 0);
  if (primitive !== undefined) {
    const shape = checkedShape(checker, checkedPart(checker, ref, primitive));
    return shape.kind === 'keyword' && shape.name === 'string' ? { ...shape, isOpen: true } : shape;
  }
  return {
    kind: 'object',
    ...checkedMembers(checker, ref),
    ...(type.types.length > 1 && { parts: type.types.map((member) => checkedPart(checker, ref, member)) }),
  };
}

function objectShape(checker: Checker, ref: CheckedRef, type: ts.ObjectType): Shape {
  const { types } = checker;
  if (types.isTupleType(type)) return tupleShape(checker, ref, type as ts.TupleTypeReference);
  if (types.isArrayType(type)) {
    const [item] = types.getTypeArguments(type as ts.TypeReference);
    if (item !== undefined) return { kind: 'array', item: checkedPart(checker, ref, item) };
  }
  const isCallable = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
  if (isCallable && type.getProperties().length === 0) return { kind: 'function' };
  if (type.symbol !== undefined && isNamedObject(checker, type) && isFromLibrary(type.symbol))
    return { kind: 'global', name: type.symbol.name };
  return { kind: 'object', ...checkedMembers(checker, ref) };
}

function isNamedObject(checker: Checker, type: ts.ObjectType): boolean {
  const { ts } = checker.program;
  return (type.symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
}

function tupleShape(checker: Checker, ref: CheckedRef, type: ts.TupleTypeReference): Shape {
  const { ElementFlags } = checker.program.ts;
  const flags = type.target.elementFlags;
  const items = checker.types.getTypeArguments(type).map((item) => checkedPart(checker, ref, item));
  if (flags.some((flag) => (flag & ElementFlags.Variadic) !== 0)) throw unsettled(checker, ref);
  return {
    kind: 'tuple',
    items,
    hasRest: flags.some((flag) => (flag & ElementFlags.Rest) !== 0),
    optional: flags.filter((flag) => (flag & ElementFlags.Optional) !== 0).length,
    rests: flags.flatMap((flag, index) => ((flag & ElementFlags.Rest) === 0 ? [] : [index])),
  };
}

/** A type that depends on what is not known, such as an open type parameter. */
function unsettled(checker: Checker, ref: CheckedRef): TypeProblem {
  const text = checker.types.typeToString(ref.type);
  const { ts } = checker.program;
  if (ref.type.flags & ts.TypeFlags.StringMapping)
    return new TypeProblem(
      ref.place,
      'type-unsupported',
      `no pattern says what "${text}" allows`,
      'use string with +kubebuilder:validation:Pattern, or a union of literals',
    );
  if (ref.type.flags & ts.TypeFlags.EnumLike)
    return new TypeProblem(
      ref.place,
      'enum-computed',
      `the value of "${text}" is computed`,
      'write a string or a number',
    );
  return new TypeProblem(
    ref.place,
    'type-unsupported',
    `TypeScript leaves "${text}" open, so it has no schema`,
    'write the type out as an interface',
  );
}

/** The module of kbts or of a client library that a symbol comes from. */
export function moduleOf(symbol: ts.Symbol): string | undefined {
  const [declaration] = symbol.declarations ?? [];
  return declaration === undefined ? undefined : ownSpecifier(declaration.getSourceFile().fileName);
}
