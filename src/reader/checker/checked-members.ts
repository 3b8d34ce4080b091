/** Properties of a type that the checker found, each with the declaration that its docs and markers come from. */
import type { ts } from 'ts-morph';
import { ownSpecifier } from '../../typescript/own-types.js';
import type { CheckedRef, Member, ObjectShape, Place, TypeRef } from '../evaluate/type-ref.js';
import { TypeProblem } from '../evaluate/type-ref.js';
import { checkedPart, withoutNote } from './checked-part.js';
import type { Checker } from './checker.js';
import { isLibraryFile } from './library-files.js';

/** The parts of an object type. */
export function checkedMembers(checker: Checker, ref: CheckedRef): Omit<ObjectShape, 'kind'> {
  const { types } = checker;
  const { ts } = checker.program;
  const isClass = ref.type.isClass();
  const members: Member[] = [];
  let callable: Place | undefined;
  let isWithMethods = false;
  if (types.getPropertyOfType(ref.type, '__kbtsFormat') !== undefined)
    throw new TypeProblem(
      ref.place,
      'type-unsupported',
      'a computed type takes a number or text such as Int32 apart, because TypeScript counts it as an object',
      'ask for `T extends number | string` before `T extends object`',
    );
  for (const symbol of types.getPropertiesOfType(ref.type)) {
    if (isHidden(checker, symbol)) continue;
    if (isMethod(checker, symbol)) {
      const [declaration] = symbol.declarations ?? [];
      if (isClass || declaration === undefined || ts.isClassLike(declaration.parent)) isWithMethods = true;
      else callable ??= placeOfNode(checker, declaration) ?? ref.place;
    } else members.push(memberOf(checker, ref, symbol));
  }
  if (ref.type.getCallSignatures().length > 0) callable ??= ref.place;
  const index = indexOf(checker, ref);
  return {
    members,
    ...(index && { index }),
    ...(callable && { callable }),
    ...(isWithMethods && { isWithMethods }),
  };
}

/** The values of an index signature; keys that are patterns or symbols are not what a map takes. */
function indexOf(checker: Checker, ref: CheckedRef): TypeRef | undefined {
  const { types, program } = checker;
  const { TypeFlags } = program.ts;
  const infos = types.getIndexInfosOfType(ref.type).filter(({ keyType }) => (keyType.flags & TypeFlags.ESSymbol) === 0);
  const [first] = infos;
  if (first === undefined) return undefined;
  const info = infos.find(({ keyType }) => (keyType.flags & TypeFlags.String) !== 0);
  if (info === undefined || infos.some((other) => other.type !== info.type))
    throw new TypeProblem(
      ref.place,
      'type-unsupported',
      `the keys "${infos.map(({ keyType }) => types.typeToString(keyType)).join('", "')}" cannot be checked by a schema`,
      'use Record<string, T> with a keys: marker',
    );
  const place = info.declaration === undefined ? undefined : placeOfNode(checker, info.declaration);
  return { ...checkedPart(checker, ref, info.type), ...(place && { taken: [{ place, path: [] }] }) };
}

/** Private and protected members, and names that are symbols: JSON has none of them. */
function isHidden({ program }: Checker, symbol: ts.Symbol): boolean {
  const { ts } = program;
  if (symbol.escapedName.toString().startsWith('__@') || symbol.escapedName.toString().startsWith('__#')) return true;
  return (symbol.declarations ?? []).some(
    (node) => (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0,
  );
}

/** Accessors of interfaces are data. */
function isMethod({ program }: Checker, symbol: ts.Symbol): boolean {
  const { SymbolFlags, isClassLike } = program.ts;
  if ((symbol.flags & SymbolFlags.Method) !== 0) return true;
  return (
    (symbol.flags & SymbolFlags.Accessor) !== 0 && (symbol.declarations ?? []).some(({ parent }) => isClassLike(parent))
  );
}

/** A property that a mapped type gives another name (`as`) is still the one that it comes from. */
function declarationsOf(symbol: ts.Symbol): readonly ts.Declaration[] {
  const { links } = symbol as ts.Symbol & { readonly links?: { readonly syntheticOrigin?: ts.Symbol } };
  return symbol.declarations ?? links?.syntheticOrigin?.declarations ?? [];
}

function memberOf(checker: Checker, ref: CheckedRef, symbol: ts.Symbol): Member {
  const { types, program } = checker;
  const { ts } = program;
  const declarations = declarationsOf(symbol).filter(
    (node): node is DataDeclaration =>
      ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node) || ts.isGetAccessor(node),
  );
  const places = declarations.flatMap((node) => placeOfNode(checker, node) ?? []);
  const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  const declaration = places.at(-1);
  const owner = declaration === undefined ? undefined : ownerOf(checker, declaration);
  const inherited = declaration === undefined ? [] : inheritedPlaces(checker, declaration.node, symbol.name);
  const saysOptional = declarations.every(({ questionToken }) => questionToken !== undefined);
  return {
    name: ts.unescapeLeadingUnderscores(symbol.escapedName),
    isOptional,
    ...(declarations.length > 0 && saysOptional !== isOptional && { isPresenceFixed: true }),
    type: memberType(checker, ref, types.getTypeOfSymbol(symbol), { declarations, isOptional }),
    ...(declaration && { declaration }),
    ...(places.length > 1 && { also: places.slice(0, -1) }),
    ...(inherited.length > 0 && { inherited }),
    ...(owner && { owner }),
  };
}

/** Declarations of a property in the types that its owner extends, nearest first. */
function inheritedPlaces(checker: Checker, property: ts.Node, name: string): Place[] {
  const { ts } = checker.program;
  const { parent: owner } = property;
  if (!ts.isInterfaceDeclaration(owner) && !ts.isClassDeclaration(owner)) return [];
  const bases = (owner.heritageClauses ?? []).filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return bases
    .flatMap((clause): readonly ts.ExpressionWithTypeArguments[] => clause.types)
    .flatMap((base) => checker.types.getPropertyOfType(checker.types.getTypeAtLocation(base), name) ?? [])
    .flatMap((symbol) => declarationsOf(symbol))
    .flatMap((node) => {
      const place = placeOfNode(checker, node);
      return place === undefined ? [] : [place, ...inheritedPlaces(checker, node, name)];
    });
}

type DataDeclaration =
  | ts.PropertySignature
  | ts.PropertyDeclaration
  | ts.ParameterDeclaration
  | ts.GetAccessorDeclaration;

interface Declared {
  readonly declarations: readonly DataDeclaration[];
  readonly isOptional: boolean;
}

/** The type as it is declared, where that is the same: only there are the names of aliases. */
function memberType(checker: Checker, ref: CheckedRef, type: ts.Type, { declarations, isOptional }: Declared): TypeRef {
  const bare = isOptional ? withoutUndefined(checker, type) : type;
  let written: ts.Node | undefined;
  for (const declaration of declarations) {
    const node = declaration.type;
    const unit = node === undefined ? undefined : checker.unitOf(node);
    // Names in kbts' own declarations are found through the checker: there they are known types.
    if (node === undefined || unit === undefined || ownSpecifier(unit.file) !== undefined || isOpen(checker, node))
      continue;
    const declared = checker.types.getTypeFromTypeNode(node);
    const same: TypeRef = { kind: 'node', node, scope: { unit, parameters: new Map() } };
    if (declared === type || isSameBeside(checker, declared, type, isOptional ? ['Undefined'] : [])) return same;
    if (isSameBeside(checker, declared, type, ['Null', 'Undefined'])) written = node;
    if (written === node && isNullAdded(checker, declared, type)) return orNull(same, ref.place);
  }
  return { kind: 'checked', type: withoutNote(checker, bare), place: ref.place, field: { declarations, written } };
}

/** Whether two types differ in null or undefined alone. */
function isSameBeside(
  { program }: Checker,
  left: ts.Type,
  right: ts.Type,
  besides: readonly ('Null' | 'Undefined')[],
): boolean {
  const { TypeFlags } = program.ts;
  const membersOf = (type: ts.Type): readonly ts.Type[] =>
    (type.isUnion() ? type.types : [type]).filter(({ flags }) => besides.every((name) => !(flags & TypeFlags[name])));
  const [some, others] = [membersOf(left), membersOf(right)];
  return some.length === others.length && some.every((member) => others.includes(member));
}

/** `{ [K in keyof T]: T[K] | null }` adds null, and nothing else. */
function isNullAdded(checker: Checker, declared: ts.Type, type: ts.Type): boolean {
  const { TypeFlags } = checker.program.ts;
  const has = (given: ts.Type, flag: ts.TypeFlags): boolean =>
    (given.isUnion() ? given.types : [given]).some(({ flags }) => (flags & flag) !== 0);
  return has(type, TypeFlags.Null) && has(type, TypeFlags.Undefined) === has(declared, TypeFlags.Undefined);
}

function orNull(type: TypeRef, place: Place): TypeRef {
  const nothing: TypeRef = { kind: 'shape', shape: { kind: 'keyword', name: 'null' }, place };
  return { kind: 'shape', shape: { kind: 'union', types: [type, nothing] }, place };
}

/** `T | undefined` → `T`; the name of `T` comes back. */
export function withoutUndefined({ types, program }: Checker, type: ts.Type): ts.Type {
  const { TypeFlags } = program.ts;
  if (!type.isUnion() || type.types.some(({ flags }) => (flags & TypeFlags.Null) !== 0)) return type;
  return type.types.some(({ flags }) => (flags & TypeFlags.Undefined) !== 0) ? types.getNonNullableType(type) : type;
}

/** Whether a node mentions a type parameter, so that it means different types. */
export function isOpen(checker: Checker, node: ts.Node): boolean {
  const { types, program } = checker;
  const { ts } = program;
  if (node.kind === ts.SyntaxKind.ThisType) return true;
  if (ts.isIdentifier(node)) {
    const symbol = types.getSymbolAtLocation(node);
    return symbol !== undefined && (symbol.flags & ts.SymbolFlags.TypeParameter) !== 0;
  }
  return ts.forEachChild(node, (child) => isOpen(checker, child) || undefined) ?? false;
}

/** A node with its unit. */
export function placeOfNode(checker: Checker, node: ts.Node): Place | undefined {
  const unit = checker.unitOf(node);
  return unit === undefined ? undefined : { unit, node };
}

function ownerOf({ program }: Checker, { unit, node }: Place): Place | undefined {
  const { ts } = program;
  const { parent } = node;
  return ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent) ? { unit, node: parent } : undefined;
}

/** Whether a symbol is one of JavaScript's own. */
export function isFromLibrary(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((node) => isLibraryFile(node.getSourceFile()));
}
