/**
 * The checker forgets the names of types such as `type Port = number`. Where a type that it computed may be one with
 * markers, and its declaration does not tell, that is an error: validation would be lost.
 */
import type { ts } from 'ts-morph';
import type { MarkerReader } from '../comments/node-markers.js';
import { type CheckedRef, type Evaluator, type Place, TypeProblem } from '../evaluate/type-ref.js';
import { placeOfNode } from './checked-members.js';
import type { Checker } from './checker.js';

/** Throws when the name that a type had may be lost. */
export function rejectLostName(evaluator: Evaluator, markers: MarkerReader, ref: CheckedRef): void {
  if (ref.isBare === true) return;
  const { checker } = evaluator;
  for (const alias of reachableAliases(checker, ref.place.node)) {
    const declared = checker.declaredType(alias.node as ts.TypeAliasDeclaration);
    const hasName = ref.type.aliasSymbol?.declarations?.some((node) => node === alias.node) === true;
    if (declared === undefined || hasName || !isPartOf(checker, declared, ref.type)) continue;
    if (markers.of(alias.unit, alias.node, 'type').markers.length === 0) continue;
    const { name } = alias.node as ts.TypeAliasDeclaration;
    throw new TypeProblem(
      ref.place,
      'type-unsupported',
      `TypeScript does not say whether "${checker.types.typeToString(ref.type)}" is "${name.text}" here, so the markers of that type could be lost`,
      `write "${name.text}" itself, or repeat its markers on the field`,
    );
  }
}

/** Whether a type is the one that an alias names, without having that name. */
function isPartOf(checker: Checker, declared: ts.Type, type: ts.Type): boolean {
  if (isSame(declared, type)) return true;
  const { TypeFlags } = checker.program.ts;
  const isWhole = (TypeFlags.String | TypeFlags.Number | TypeFlags.Boolean | TypeFlags.Intersection) & declared.flags;
  return isWhole !== 0 && type.isUnion() && type.types.some((member) => isSame(declared, member));
}

/** An intersection that was made again is the same one. */
function isSame(left: ts.Type, right: ts.Type): boolean {
  if (left === right) return true;
  if (!left.isIntersection() || !right.isIntersection()) return false;
  return left.types.length === right.types.length && left.types.every((part) => right.types.includes(part));
}

const reachable = new WeakMap<ts.Node, readonly Place[]>();

/** The aliases of types without a name of their own that a type as written leads to. */
function reachableAliases(checker: Checker, root: ts.Node): readonly Place[] {
  const known = reachable.get(root);
  if (known !== undefined) return known;
  const found: Place[] = [];
  const seen = new Set<ts.Node>();
  const { ts } = checker.program;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) follow(node);
    else ts.forEachChild(node, visit);
  };
  const follow = (node: ts.Identifier): void => {
    for (const declaration of declarationsOf(checker, node)) {
      const place = seen.has(declaration) ? undefined : placeOfNode(checker, declaration);
      seen.add(declaration);
      if (place === undefined || place.unit.file.includes('node_modules')) continue;
      if (ts.isTypeAliasDeclaration(declaration) && declaration.typeParameters === undefined) found.push(place);
      ts.forEachChild(declaration, visit);
    }
  };
  visit(root);
  reachable.set(root, found);
  return found;
}

function declarationsOf({ types, program }: Checker, node: ts.Identifier): readonly ts.Declaration[] {
  const { ts } = program;
  if (node.parent === undefined) return [];
  const symbol = types.getSymbolAtLocation(node);
  if (symbol === undefined) return [];
  const target = (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? types.getAliasedSymbol(symbol) : symbol;
  return (target.declarations ?? []).filter(
    (declaration) =>
      ts.isTypeAliasDeclaration(declaration) ||
      ts.isInterfaceDeclaration(declaration) ||
      ts.isClassDeclaration(declaration),
  );
}
