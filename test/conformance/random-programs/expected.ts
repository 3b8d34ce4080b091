/** TypeScript's type → what a schema must say: fields, presence, literals, bounds of lists. */
import type { ts as TypeScriptNamespace } from 'ts-morph';
import { type Judged, ts } from './judge.js';

type Type = TypeScriptNamespace.Type;

/** What a value may be. */
export interface Expected {
  /** Sorted kinds: string, number, boolean, list, map, object. */
  readonly kinds: readonly string[];
  readonly isNullable: boolean;
  /** All values, when there is no other; sorted as JSON. */
  readonly literals?: readonly string[];
  readonly isPattern?: boolean;
  readonly items?: Expected;
  readonly values?: Expected;
  readonly lengths?: readonly [number, number | undefined];
  readonly properties?: Readonly<Record<string, Expected>>;
  readonly required?: readonly string[];
}

/** What a type says; `undefined` where it is no data. */
export function expectedOf({ checker, node }: Judged, types: readonly Type[], depth = 0): Expected {
  const all = types.flatMap(membersOf);
  const isNullable = all.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  const some = all.filter(({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0);
  if (depth > 12) throw new Error('a type without end');
  const kinds = [...new Set(some.map((type) => kindOf(checker, type)))].sort();
  const literals = some.map(literalOf);
  const context: Judged = { checker, node, fields: new Map(), errors: new Map() };
  const inner = (list: readonly Type[]): Expected => expectedOf(context, list, depth + 1);
  const objects = some.filter((type) => kindOf(checker, type) === 'object');
  const lists = some.filter((type) => kindOf(checker, type) === 'list');
  const maps = some.filter((type) => kindOf(checker, type) === 'map');
  const isClosed = some.length > 0 && literals.every((value) => value !== undefined);
  return {
    kinds,
    isNullable,
    ...(isClosed &&
      !isWholeBoolean(literals) && { literals: [...new Set(literals.flatMap((value) => value ?? []))].sort() }),
    ...(some.some(({ flags }) => (flags & ts.TypeFlags.TemplateLiteral) !== 0) && { isPattern: true }),
    ...(lists.length > 0 && {
      items: inner(lists.flatMap((type) => checker.getTypeArguments(type as TypeScriptNamespace.TypeReference))),
    }),
    ...(maps.length > 0 && {
      values: inner(maps.flatMap((type) => checker.getIndexInfosOfType(type).map((info) => info.type))),
    }),
    ...(objects.length > 0 && objectOf(context, objects, inner)),
  };
}

/** Members of a union. In the branch of a condition TypeScript keeps what the condition says beside the type, even of `never` and in `T & {}`. */
export function membersOf(type: Type): Type[] {
  if (type.isUnion()) return type.types.flatMap(membersOf).filter(({ flags }) => (flags & ts.TypeFlags.Never) === 0);
  if (isNoted(type)) return membersOf((type as TypeScriptNamespace.SubstitutionType).baseType);
  const noted = type.isIntersection() ? type.types.filter(isNoted) : [];
  const [only] = noted;
  const isBare = type.isIntersection() && type.types.every((part) => isNoted(part) || isEmpty(part));
  return only !== undefined && noted.length === 1 && isBare ? membersOf(only) : [type];
}

function isNoted({ flags }: Type): boolean {
  return (flags & ts.TypeFlags.Substitution) !== 0;
}

/** `{}`. */
function isEmpty(type: Type): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0 && type.getProperties().length === 0;
}

function isWholeBoolean(literals: readonly (string | undefined)[]): boolean {
  return new Set(literals).size === 2 && literals.includes('true') && literals.includes('false');
}

function objectOf(
  { checker, node }: Judged,
  objects: readonly Type[],
  inner: (list: readonly Type[]) => Expected,
): Pick<Expected, 'properties' | 'required'> {
  const names = [...new Set(objects.flatMap((type) => checker.getPropertiesOfType(type).map(({ name }) => name)))];
  const typesOf = (name: string): Type[] =>
    objects.flatMap((type) => {
      const symbol = checker.getPropertyOfType(type, name);
      return symbol === undefined ? [] : [checker.getTypeOfSymbolAtLocation(symbol, node)];
    });
  const isNever = (name: string): boolean =>
    typesOf(name).every(
      (type) => (checker.getNonNullableType(type).flags & ts.TypeFlags.Never) !== 0 && !mayBeNull(type),
    );
  const isRequired = (name: string): boolean =>
    objects.every((type) => {
      const symbol = checker.getPropertyOfType(type, name);
      if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Optional) !== 0) return false;
      const found = checker.getTypeOfSymbolAtLocation(symbol, node);
      return !membersOf(found).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
    });
  const kept = names.filter((name) => !isNever(name));
  return {
    properties: Object.fromEntries(kept.sort().map((name) => [name, inner(typesOf(name))])),
    required: kept.filter(isRequired).sort(),
  };
}

function mayBeNull(type: Type): boolean {
  return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
}

function literalOf(type: Type): string | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return JSON.stringify(type.value);
  if ((type.flags & ts.TypeFlags.BooleanLiteral) === 0) return undefined;
  return (type as unknown as { intrinsicName: string }).intrinsicName;
}

function kindOf(checker: TypeScriptNamespace.TypeChecker, type: Type): string {
  const { flags } = type;
  // A map without values is how TypeScript says an object without properties.
  const values = checker.getIndexInfosOfType(type).map((info) => info.type);
  const isObject = (flags & ts.TypeFlags.Object) !== 0 && !checker.isArrayType(type) && !checker.isTupleType(type);
  if (isObject && values.length > 0 && values.every((value) => (value.flags & ts.TypeFlags.Never) !== 0))
    return 'object';
  if (flags & ts.TypeFlags.StringLike) return 'string';
  if (flags & ts.TypeFlags.NumberLike) return 'number';
  if (flags & ts.TypeFlags.BooleanLike) return 'boolean';
  if (type.isIntersection()) {
    const primitive = type.types.find((part) => (part.flags & ts.TypeFlags.Object) === 0);
    if (primitive !== undefined) return kindOf(checker, primitive);
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) return 'list';
  if (type.getCallSignatures().length > 0) return 'function';
  if (checker.getIndexInfosOfType(type).length > 0) return 'map';
  return (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0 ? 'other' : 'object';
}
