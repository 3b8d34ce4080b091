/** The names of types that the checker found: aliases, interfaces, enums, and the types that kbts knows. */
import type { ts } from 'ts-morph';
import type { Declaration } from '../sources/bindings.js';
import { narrowedBase, type CoreTypes, runtimeTypeName } from '../schema/core-types.js';
import type { CheckedRef, Evaluator, Named, NodeRef } from '../evaluate/type-ref.js';
import { checkedTaken } from '../taken/taken.js';
import { isFromLibrary, placeOfNode } from './checked-members.js';
import { checkedPart, withoutNote } from './checked-part.js';
import { moduleOf } from './checked-shape.js';
import type { Checker } from './checker.js';

/** What the checker says about a type as written; `undefined` when it depends on type parameters. */
export function checkedType(evaluator: Evaluator, { node, scope }: NodeRef): CheckedRef | undefined {
  const { checker } = evaluator;
  if (scope.parameters.size > 0 && mentions(evaluator, node, scope.parameters)) return undefined;
  const place = { unit: scope.unit, node };
  if (node.parent !== undefined) {
    const found = checker.typeOf(node);
    const type = found === undefined ? undefined : withoutNote(checker, found);
    return type === undefined || isErroneous(type)
      ? undefined
      : { kind: 'checked', type, place, ...checkedTaken(evaluator, node) };
  }
  // A reference that is in no file: the declaration that it means is asked about.
  const named = evaluator.resolve({ kind: 'node', node, scope });
  const [declaration] = named?.kind === 'declared' ? named.declarations : [];
  const type = declaration === undefined ? undefined : checker.declaredType(declaration);
  return type === undefined || isErroneous(type) ? undefined : { kind: 'checked', type, place };
}

/** What the checker gives for names that it does not know. */
function isErroneous(type: ts.Type): boolean {
  return (type as unknown as { intrinsicName?: string }).intrinsicName === 'error';
}

function mentions({ ts }: Evaluator, node: ts.Node, names: ReadonlyMap<string, unknown>): boolean {
  const visit = (inner: ts.Node): boolean =>
    (ts.isIdentifier(inner) && names.has(inner.text)) ||
    (ts.forEachChild(inner, (child) => visit(child) || undefined) ?? false);
  return visit(node);
}

/** The name of a type. */
export function checkedName(checker: Checker, core: CoreTypes, ref: CheckedRef): Named | undefined {
  if (ref.isBare === true) return undefined;
  const { aliasSymbol, aliasTypeArguments } = ref.type;
  if (aliasSymbol !== undefined) {
    const known = knownName(checker, core, aliasSymbol, { args: aliasTypeArguments ?? [], ref });
    if (known !== undefined) return known;
    const alias = wrapper(checker, aliasSymbol, ref);
    if (alias !== undefined) return alias;
  }
  const flavour = flavourOf(checker, ref.type);
  if (flavour !== undefined) return { kind: 'known', name: flavour, arguments: [] };
  return symbolName(checker, core, ref);
}

const FLAVOURS: Readonly<Record<string, string>> = {
  int32: 'Int32',
  int64: 'Int64',
  float: 'Float',
  double: 'Double',
  quantity: 'Quantity',
  duration: 'Duration',
  'date-time': 'Time',
  'micro-time': 'MicroTime',
  byte: 'Bytes',
};

/** A flavour of a number or a string that has lost its name, as `NonNullable<Int32>` has, still says what it is. */
function flavourOf({ types, program }: Checker, type: ts.Type): string | undefined {
  const { TypeFlags } = program.ts;
  const isPrimitive = ({ flags }: ts.Type): boolean => (flags & (TypeFlags.Number | TypeFlags.String)) !== 0;
  if (!type.isIntersection() || !type.types.some(isPrimitive)) return undefined;
  const format = types.getPropertyOfType(type, '__kbtsFormat');
  const value = format === undefined ? undefined : types.getNonNullableType(types.getTypeOfSymbol(format));
  return value?.isStringLiteral() === true ? FLAVOURS[value.value] : undefined;
}

function wrapper(checker: Checker, symbol: ts.Symbol, ref: CheckedRef): Named | undefined {
  if (isFromLibrary(symbol)) return undefined;
  const [declaration] = symbol.declarations ?? [];
  const place = declaration === undefined ? undefined : placeOfNode(checker, declaration);
  return place === undefined ? undefined : { kind: 'alias', place, type: { ...ref, isBare: true } };
}

function knownName(
  checker: Checker,
  core: CoreTypes,
  symbol: ts.Symbol,
  { args, ref }: { readonly args: readonly ts.Type[]; readonly ref: CheckedRef },
): Named | undefined {
  const specifier = moduleOf(symbol);
  if (specifier === undefined) return undefined;
  const refs = args.map((type) => checkedPart(checker, ref, type));
  const runtime = runtimeTypeName(symbol.name);
  if (runtime !== undefined) return { kind: 'known', name: runtime, arguments: refs, ...narrowedBase(core, runtime) };
  const schema = core.find(specifier, symbol.name);
  return schema === undefined ? undefined : { kind: 'core', name: symbol.name, schema };
}

function symbolName(checker: Checker, core: CoreTypes, ref: CheckedRef): Named | undefined {
  const { ts } = checker.program;
  const { type } = ref;
  const { symbol } = type;
  const { SymbolFlags, TypeFlags } = ts;
  if (symbol === undefined || isFromLibrary(symbol)) return undefined;
  const isEnum = (symbol.flags & SymbolFlags.Enum) !== 0 && (type.flags & TypeFlags.EnumLike) !== 0;
  const isObject = (symbol.flags & (SymbolFlags.Interface | SymbolFlags.Class)) !== 0;
  if ((!isEnum && !isObject) || isConstructor(checker, type)) return undefined;
  const args = isEnum ? [] : typeArguments(checker, type);
  const known = knownName(checker, core, symbol, { args, ref });
  if (known !== undefined) return known;
  const declarations = (symbol.declarations ?? []).filter(
    (node): node is Declaration =>
      ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node),
  );
  const [first] = declarations;
  const unit = first === undefined ? undefined : checker.unitOf(first);
  if (first === undefined || unit === undefined) return undefined;
  const isOnePlace = declarations.every((node) => node.parent === unit.ast && node.kind === first.kind);
  if (!isOnePlace) return wrapper(checker, symbol, ref);
  return {
    kind: 'declared',
    unit,
    declarations,
    arguments: args.map((argument) => checkedPart(checker, ref, argument)),
  };
}

/** `typeof SomeClass`: its symbol is that of the class. */
function isConstructor(checker: Checker, type: ts.Type): boolean {
  return type.getConstructSignatures().length > 0 && (type.symbol.flags & checker.program.ts.SymbolFlags.Class) !== 0;
}

function typeArguments(checker: Checker, type: ts.Type): readonly ts.Type[] {
  const { ObjectFlags, TypeFlags } = checker.program.ts;
  if ((type.flags & TypeFlags.Object) === 0) return [];
  const { objectFlags } = type as ts.ObjectType;
  if ((objectFlags & ObjectFlags.Reference) === 0) return [];
  const reference = type as ts.TypeReference;
  return checker.types.getTypeArguments(reference).slice(0, reference.target.typeParameters?.length ?? 0);
}
