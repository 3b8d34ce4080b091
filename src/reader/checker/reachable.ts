/** What a type as written leads to: aliases of types without a name of their own, and properties with comments. */
import type { ts } from 'ts-morph';
import type { Place } from '../evaluate/type-ref.js';
import { isOpen, placeOfNode } from './checked-members.js';
import { isValue } from '../sources/bindings.js';
import type { Checker } from './checker.js';

/** A property, and what it is wherever a type that leads here has it. */
export interface ReachableProperty {
  readonly place: Place;
  readonly types: ReadonlySet<ts.Type>;
  /** It depends on type parameters whose values are not seen: it may be anything. */
  readonly isAnything: boolean;
}

/** All that a type as written leads to, outside of packages. */
export interface Reachable {
  readonly aliases: readonly Place[];
  readonly properties: readonly ReachableProperty[];
}

const known = new WeakMap<ts.Node, Reachable>();

/** Follows the names in a type as written. */
export function reachableFrom(checker: Checker, root: ts.Node): Reachable {
  const found = known.get(root) ?? new Walk(checker).from(root);
  known.set(root, found);
  return found;
}

interface Found {
  readonly place: Place;
  readonly types: Set<ts.Type>;
  isOpen: boolean;
}

class Walk {
  private readonly checker: Checker;
  private readonly aliases: Place[] = [];
  private readonly properties = new Map<ts.Node, Found>();
  private readonly seen = new Set<ts.Node>();

  constructor(checker: Checker) {
    this.checker = checker;
  }

  from(root: ts.Node): Reachable {
    this.visit(root);
    const properties = [...this.properties.values()].map((found): ReachableProperty => ({
      ...found,
      isAnything: found.isOpen && found.types.size === 0,
    }));
    return { aliases: this.aliases, properties };
  }

  private readonly visit = (node: ts.Node): void => {
    const { ts } = this.checker.program;
    if (ts.isIdentifier(node)) {
      this.follow(node);
      return;
    }
    if (isProperty(ts, node)) this.addDeclared(node);
    if (ts.isTypeReferenceNode(node) && node.typeArguments !== undefined && !isOpen(this.checker, node))
      this.addInstance(node);
    if (ts.isFunctionLike(node) && node.type !== undefined)
      [...node.parameters, ...(node.typeParameters ?? []), node.type].forEach(this.visit);
    else if (ts.isVariableDeclaration(node) && node.type !== undefined) this.visit(node.type);
    else ts.forEachChild(node, this.visit);
  };

  private follow(node: ts.Identifier): void {
    const { ts } = this.checker.program;
    for (const declaration of declarationsOf(this.checker, node)) {
      const place = this.seen.has(declaration) ? undefined : placeOfNode(this.checker, declaration);
      this.seen.add(declaration);
      if (place === undefined || place.unit.file.includes('node_modules')) continue;
      if (ts.isTypeAliasDeclaration(declaration) && declaration.typeParameters === undefined) this.aliases.push(place);
      this.visit(ts.isBindingElement(declaration) ? patternOf(ts, declaration) : declaration);
    }
  }

  private addDeclared(node: Property): void {
    const { checker } = this;
    const found = this.property(node);
    if (found === undefined) return;
    if (node.type !== undefined && isOpen(checker, node.type)) found.isOpen = true;
    else found.types.add(checker.types.getTypeAtLocation(node));
  }

  /** The properties of `Box<string>` are not open. */
  private addInstance(node: ts.TypeNode): void {
    const { ts } = this.checker.program;
    const { types } = this.checker;
    for (const symbol of types.getPropertiesOfType(types.getTypeFromTypeNode(node))) {
      for (const declaration of symbol.declarations ?? []) {
        if (isProperty(ts, declaration)) this.property(declaration)?.types.add(types.getTypeOfSymbol(symbol));
      }
    }
  }

  private property(node: Property): Found | undefined {
    const earlier = this.properties.get(node);
    const place = earlier?.place ?? placeOfNode(this.checker, node);
    if (place === undefined || !hasComments(this.checker, place)) return undefined;
    const found = earlier ?? { place, types: new Set<ts.Type>(), isOpen: false };
    this.properties.set(node, found);
    return found;
  }
}

type Property = ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration | ts.GetAccessorDeclaration;

function isProperty(ts: Checker['program']['ts'], node: ts.Node): node is Property {
  return (
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent))
  );
}

function hasComments({ program }: Checker, { unit, node }: Place): boolean {
  if (unit.file.includes('node_modules')) return false;
  const { markers, tags } = program.comments(unit).of(node);
  return markers.length + tags.length > 0;
}

/** The variable or parameter that a pattern takes apart. */
function patternOf(ts: Checker['program']['ts'], element: ts.BindingElement): ts.Node {
  const owner = element.parent.parent;
  return ts.isBindingElement(owner) ? patternOf(ts, owner) : owner;
}

function declarationsOf({ types, program }: Checker, node: ts.Identifier): readonly ts.Declaration[] {
  const { ts } = program;
  if (node.parent === undefined) return [];
  // The name in `{ name }` is that of the property; the value is what it leads to.
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? types.getShorthandAssignmentValueSymbol(node.parent)
    : types.getSymbolAtLocation(node);
  if (symbol === undefined) return [];
  const target = (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? types.getAliasedSymbol(symbol) : symbol;
  return (target.declarations ?? []).filter(
    (declaration) =>
      ts.isTypeAliasDeclaration(declaration) ||
      ts.isInterfaceDeclaration(declaration) ||
      ts.isClassDeclaration(declaration) ||
      isValue(ts, declaration) ||
      ts.isExportAssignment(declaration) ||
      ts.isPropertyAssignment(declaration) ||
      ts.isShorthandPropertyAssignment(declaration) ||
      ts.isFunctionLike(declaration) ||
      ts.isParameter(declaration) ||
      isProperty(ts, declaration),
  );
}
