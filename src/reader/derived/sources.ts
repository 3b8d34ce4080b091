/** The declared types that a computed type takes properties from. */
import type { ts } from 'ts-morph';
import { applySchemaMarkers } from '../../markers/apply-schema.js';
import type { PlacedMarker } from '../comments/node-markers.js';
import type { SchemaContext } from '../schema/schema-context.js';
import type {
  CheckedRef,
  Named,
  NodeRef,
  ObjectShape,
  Place,
  Taken,
  TypeRef,
  TypeScope,
} from '../evaluate/type-ref.js';
import { placeOf, textOf, TypeProblem } from '../evaluate/type-ref.js';
import { accessOf, othersFrom } from '../taken/lost-properties.js';
import { valueMarkers } from '../taken/taken-rules.js';

/** A declared type, with the markers that say something about it as a whole. */
export interface Source {
  readonly name: string;
  readonly declaration: ts.Node;
  /** Absent for a generic type whose arguments are not known. */
  readonly ref?: TypeRef;
  readonly markers: readonly PlacedMarker[];
  /** What the schema of a Kubernetes type says about it as a whole. */
  readonly keywords: readonly string[];
  /** The types that it extends or combines. */
  readonly parts: readonly Source[];
}

/** Keywords of a type that come from its properties or are prose. */
export const OF_PROPERTIES: ReadonlySet<string> = new Set(
  'type properties required description title example externalDocs'.split(' '),
);

type Owner = ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration;

/** The types named where the computed one is written, and those that declare its properties. */
export function sourcesOf(context: SchemaContext, shape: ObjectShape, type: TypeRef, site: NodeRef): Source[] {
  const places = shape.members.flatMap(({ declaration, also }) => [
    ...(declaration === undefined ? [] : [declaration]),
    ...(also ?? []),
  ]);
  const core = new Set(shape.members.flatMap(({ type }) => coreName(type) ?? []));
  if (places.length + core.size === 0) return [];
  const search: Search = { context, properties: new Set(places.map(({ node }) => node)), core, seen: new Set() };
  const root = resolve(context, site)?.kind === 'declared' ? site.node : undefined;
  const named = referencesIn(context, site.node, root).flatMap((node) =>
    sourceOf(search, { kind: 'node', node, scope: site.scope }),
  );
  const owners = places
    .flatMap((place) => ownerOf(context, place) ?? [])
    .flatMap((owner) => ownerSource(search, owner));
  const taken = [...new Set([type, ...(shape.from ?? [])])].flatMap((from) => [
    ...propertySource(context, from),
    ...(from.kind === 'checked' ? lostProperties(context, shape, from) : []),
  ]);
  return [...named, ...owners, ...taken];
}

interface Search {
  readonly context: SchemaContext;
  /** The declarations of the properties of the computed type. */
  readonly properties: ReadonlySet<ts.Node>;
  /** Those that Kubernetes' types declare, as `Type.property`. */
  readonly core: ReadonlySet<string>;
  readonly seen: Set<ts.Node>;
}

/** References in a type as written, without `except`, which is the type that is being computed. */
function referencesIn({ evaluator }: SchemaContext, root: ts.Node, except?: ts.Node): ts.Node[] {
  const { ts } = evaluator;
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (node !== except && (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node))) found.push(node);
    if (!ts.isTypeLiteralNode(node)) ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function sourceOf(search: Search, ref: NodeRef): Source[] {
  const { context } = search;
  const { ts } = context.evaluator;
  const named = resolve(context, ref);
  if (named?.kind === 'core') return coreSource(search, named, ref);
  if (named?.kind !== 'declared') return [];
  const nodes = named.declarations.filter((node): node is Owner => isOwner(context, node));
  const [first] = nodes;
  if (first === undefined || search.seen.has(first)) return [];
  // The markers of a generic alias belong to the computed type itself.
  if (ts.isTypeAliasDeclaration(first) && first.typeParameters !== undefined) return [];
  search.seen.add(first);
  if (!sharesProperties(search, ref)) return [];
  const parts = nodes.flatMap((node) => partsOf(search, node, { unit: named.unit, parameters: new Map() }));
  return [{ ...describe(context, nodes, named.unit), ref, parts }];
}

/** `Partial<Server['limits']>`: markers of the property are about the object as a whole. */
function propertySource(context: SchemaContext, type: TypeRef): Source[] {
  const markers = (type.taken ?? [])
    .filter(({ path, isPart }) => path.length === 0 && isPart !== true)
    .flatMap((one) => objectMarkers(context, one));
  const { node } = placeOf(type);
  return markers.length === 0
    ? []
    : [{ name: textOf(type), declaration: node, ref: type, markers, keywords: [], parts: [] }];
}

/** Properties of which the checker has forgotten whether a computed type comes from them. */
function lostProperties(context: SchemaContext, shape: ObjectShape, type: CheckedRef): Source[] {
  const { checker } = context.evaluator;
  const own = new Set(shape.members.flatMap(({ declaration }) => declaration?.node ?? []));
  const isSource = (found: ts.Type): boolean =>
    checker.types
      .getPropertiesOfType(checker.types.getNonNullableType(found))
      .some(({ declarations = [] }) => declarations.some((declaration) => own.has(declaration)));
  return othersFrom(checker, type)
    .filter(({ types }) => [...types].some(isSource))
    .flatMap(({ place }): Source[] => {
      const markers = objectMarkers(context, { place, path: [] });
      const name = accessOf(context, place);
      return markers.length === 0 ? [] : [{ name, declaration: place.node, markers, keywords: [], parts: [] }];
    });
}

function objectMarkers(context: SchemaContext, taken: Pick<Taken, 'place' | 'path'>): PlacedMarker[] {
  return valueMarkers(context, taken).filter(isAboutObjects);
}

function isAboutObjects(marker: PlacedMarker): boolean {
  return Object.keys(applySchemaMarkers({ type: 'object' }, [marker]).own).length > 0;
}

function coreName(type: TypeRef): string | undefined {
  return type.kind === 'shape' && type.shape.kind === 'core' ? type.shape.name : undefined;
}

function coreSource({ core }: Search, { name, schema }: Extract<Named, { kind: 'core' }>, ref: NodeRef): Source[] {
  const isShared = Object.keys(schema.properties ?? {}).some((property) => core.has(`${name}.${property}`));
  const keywords = Object.keys(schema).filter((key) => !OF_PROPERTIES.has(key));
  return isShared ? [{ name, declaration: ref.node, ref, markers: [], keywords, parts: [] }] : [];
}

function partsOf(search: Search, node: Owner, scope: TypeScope): Source[] {
  const { ts } = search.context.evaluator;
  const roots: readonly ts.Node[] = ts.isTypeAliasDeclaration(node)
    ? [node.type]
    : (node.heritageClauses ?? []).flatMap(({ types }): readonly ts.Node[] => types);
  return roots
    .flatMap((root) => referencesIn(search.context, root))
    .flatMap((part) => sourceOf(search, { kind: 'node', node: part, scope }));
}

function describe(context: SchemaContext, nodes: readonly Owner[], unit: Place['unit']): Omit<Source, 'parts' | 'ref'> {
  const markers = nodes.flatMap(
    (node) => context.markers.of(context.evaluator.program.unitOf(node) ?? unit, node, 'type').markers,
  );
  const [first] = nodes;
  return {
    name: first?.name?.text ?? '',
    declaration: first ?? unit.ast,
    keywords: [],
    markers: markers.filter(isAboutObjects),
  };
}

/** A type that only its properties lead to, as in `Partial<Spec['part']>`. */
function ownerSource(search: Search, { unit, node }: { unit: Place['unit']; node: Owner }): Source[] {
  const { ts } = search.context.evaluator;
  if (search.seen.has(node)) return [];
  if (node.typeParameters === undefined && node.name !== undefined) {
    const reference = ts.factory.createTypeReferenceNode(node.name.text);
    ts.setTextRange(reference, { pos: node.name.getStart(unit.ast), end: node.name.end });
    const found = sourceOf(search, { kind: 'node', node: reference, scope: { unit, parameters: new Map() } });
    if (found.length > 0 || search.seen.has(node)) return found;
  }
  search.seen.add(node);
  if (ts.isTypeAliasDeclaration(node) && node.typeParameters !== undefined) return [];
  return [{ ...describe(search.context, [node], unit), parts: [] }];
}

function isOwner({ evaluator }: SchemaContext, node: ts.Node): node is Owner {
  const { ts } = evaluator;
  return ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

/** The type that a property is written in. */
function ownerOf(context: SchemaContext, { unit, node }: Place): { unit: Place['unit']; node: Owner } | undefined {
  const { ts } = context.evaluator;
  const parent: ts.Node | undefined = ts.isTypeLiteralNode(node.parent) ? node.parent.parent : node.parent;
  return parent !== undefined && isOwner(context, parent) ? { unit, node: parent } : undefined;
}

function sharesProperties({ context, properties }: Search, ref: TypeRef): boolean {
  const shape = attempt(() => context.evaluator.evaluate(ref));
  if (shape?.kind !== 'object') return false;
  return shape.members.some(({ declaration }) => declaration !== undefined && properties.has(declaration.node));
}

function resolve({ evaluator }: SchemaContext, ref: TypeRef): Named | undefined {
  return attempt(() => evaluator.resolve(ref));
}

/** What is asked about a type; nothing where it has a problem, which is reported elsewhere. */
function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TypeProblem) return undefined;
    throw error;
  }
}
