/** Which declarations of a file are kinds. */
import type { ts } from 'ts-morph';
import { valueOf } from '../markers/resolve.js';
import { isExported, isValue } from './sources/bindings.js';
import type { MarkerReader } from './comments/node-markers.js';
import { withName } from './comments/node-markers.js';
import { type Evaluator, type ObjectShape, type Place, TypeProblem, type TypeRef } from './evaluate/type-ref.js';
import type { Unit } from './sources/unit.js';

/** A type that becomes a resource. */
export interface KindDeclaration {
  readonly name: string;
  /** The name by which its file exports it: mostly the same, or `default`. */
  readonly exportName: string;
  readonly place: Place;
  readonly type: TypeRef;
}

type Candidate = ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration;

/** The kinds that a file declares, in source order. */
export function findKinds(evaluator: Evaluator, markers: MarkerReader, unit: Unit): KindDeclaration[] {
  const { ts } = evaluator;
  const kinds: KindDeclaration[] = [];
  for (const node of unit.ast.statements) {
    if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue;
    const [exportName, ...others] = exportedNames(evaluator, unit, node);
    if (exportName === undefined || node.name === undefined || node.typeParameters !== undefined) continue;
    const name = exportName === 'default' ? node.name.text : exportName;
    const type = referenceTo(ts, node, unit);
    if (isKind(evaluator, markers, node, unit, type)) {
      kinds.push({ name, exportName, place: { unit, node }, type });
      for (const other of others.filter((second) => second !== 'default'))
        reportOtherExport(evaluator, unit, node.name, { name, other });
    } else if (ts.isTypeAliasDeclaration(node)) reportSecondName(evaluator, markers, node, unit, type);
  }
  return kinds;
}

/** The names under which other files can import a declaration, its own one first if they can. */
function exportedNames({ ts, program }: Evaluator, unit: Unit, node: Candidate): string[] {
  const own = node.name?.text ?? '';
  const names = [...program.bindings(unit).exported].filter(([, local]) => local === own).map(([name]) => name);
  const isNamed = names.includes(own) || (isExported(ts, node) && !names.includes('default'));
  const others = names.filter((name) => name !== own && name !== 'default');
  return [...(isNamed ? [own] : []), ...others, ...(names.includes('default') ? ['default'] : [])];
}

/** A kind has one name; nobody shall wait for a CRD of another one. */
function reportOtherExport(
  { program }: Evaluator,
  unit: Unit,
  node: ts.Identifier,
  { name, other }: { readonly name: string; readonly other: string },
): void {
  program.diagnostics.atNode(unit, node, {
    severity: 'warning',
    code: 'kind-renamed',
    message: `the kind "${name}" is exported as "${other}" as well; that name gets no CRD`,
    fix: `write \`export interface ${other} extends …\` for a kind of its own, or export it as ${other} from another file`,
  });
}

/** A reference to the declaration, as if it were used by name. */
function referenceTo(ts: Evaluator['ts'], node: Candidate, unit: Unit): TypeRef {
  const reference = ts.factory.createTypeReferenceNode(node.name?.text ?? '');
  // The synthetic node needs a place for messages.
  const start = node.name?.getStart(unit.ast) ?? node.pos;
  ts.setTextRange(reference, { pos: start, end: node.name?.end ?? node.end });
  return { kind: 'node', node: reference, scope: { unit, parameters: new Map() } };
}

function isKind(evaluator: Evaluator, markers: MarkerReader, node: Candidate, unit: Unit, type: TypeRef): boolean {
  const [root] = withName(markers.of(unit, node, 'type').markers, 'kubebuilder:object:root');
  const isRoot = root === undefined ? undefined : valueOf(root) === true;
  if (isRoot === false) return false;
  if (isRoot === undefined && !mayBeKind(evaluator, node, unit)) return false;
  const shape = tryObject(evaluator, type);
  if (shape === undefined) return false;
  const has = (name: string): boolean => shape.members.some((member) => member.name === name);
  const metadata = shape.members.find(({ name }) => name === 'metadata');
  if (metadata !== undefined && isKnown(evaluator, metadata.type, 'ListMeta')) return false;
  const isResource = metadata !== undefined && isKnown(evaluator, metadata.type, 'ObjectMeta');
  if (isRoot === true && !isResource) {
    evaluator.program.diagnostics.atNode(unit, node.name ?? node, {
      severity: 'note',
      code: 'kind-without-metadata',
      message: `"${node.name?.text ?? ''}" has no metadata of the type ObjectMeta, so it is not a resource and gets no CRD`,
      fix: 'let it extend CustomResource, or remove +kubebuilder:object:root=true',
    });
  }
  return isResource && has('apiVersion') && has('kind');
}

/** An alias of an exported kind is not another kind: the user must not wait for its CRD. */
function reportSecondName(
  evaluator: Evaluator,
  markers: MarkerReader,
  node: ts.TypeAliasDeclaration,
  unit: Unit,
  type: TypeRef,
): void {
  const [root] = withName(markers.of(unit, node, 'type').markers, 'kubebuilder:object:root');
  const search: Search = { evaluator, unit, seen: new Set(), countsShown: true };
  // `export type Apple = v1.Apple` passes a kind on.
  const isPassedOn = node.type.getText(unit.ast).split('.').at(-1) === node.name.text;
  if (root !== undefined || isPassedOn || !isMadeOfResource(search, node.type)) return;
  const metadata = tryObject(evaluator, type)?.members.find(({ name }) => name === 'metadata');
  if (metadata === undefined || !isKnown(evaluator, metadata.type, 'ObjectMeta')) return;
  evaluator.program.diagnostics.atNode(unit, node.name, {
    severity: 'warning',
    code: 'kind-renamed',
    message: `"${node.name.text}" is another name for a kind that is exported already, so it gets no CRD`,
    fix: `write \`export interface ${node.name.text} extends …\` for a kind of its own, or mark it with +kubebuilder:object:root=false`,
  });
}

/** Only types that extend something, use CustomResource, or declare `metadata` can be kinds; the rest is not looked at. */
function mayBeKind(evaluator: Evaluator, node: Candidate, unit: Unit): boolean {
  const { ts } = evaluator;
  if (ts.isTypeAliasDeclaration(node)) return isMadeOfResource({ evaluator, unit, seen: new Set() }, node.type);
  return (node.heritageClauses?.length ?? 0) > 0 || hasMetadata(ts, node.members);
}

/** Where a type is looked at, and the declarations that were. */
interface Search {
  readonly evaluator: Evaluator;
  readonly unit: Unit;
  readonly seen: Set<ts.Node>;
  /** Kinds that other files can import count as well. */
  readonly countsShown?: boolean;
}

/** Utility types that leave a resource one. */
const KEEPING = new Set(['Readonly', 'Required', 'Omit']);

function isMadeOfResource(search: Search, node: ts.TypeNode): boolean {
  const { ts } = search.evaluator;
  if (ts.isParenthesizedTypeNode(node)) return isMadeOfResource(search, node.type);
  if (ts.isIntersectionTypeNode(node))
    return node.types.some((part) => isMadeOfResource(search, part) || isNamed(search, part, 'KubeObject'));
  if (ts.isTypeLiteralNode(node)) return hasMetadata(ts, node.members);
  if (!ts.isTypeReferenceNode(node)) return false;
  if (KEEPING.has(node.typeName.getText())) {
    const [whole] = node.typeArguments ?? [];
    return whole !== undefined && isMadeOfResource(search, whole);
  }
  if (isNamed(search, node, 'CustomResource')) return true;
  // Another name for a kind is not a second kind; a type that is not exported or takes arguments is not a kind by itself.
  return declarationsOf(search, node.typeName).some(
    ({ declaration, unit, isShown }) =>
      (declaration.typeParameters !== undefined || !isShown || search.countsShown === true) &&
      isResource({ ...search, unit }, declaration),
  );
}

function isResource(search: Search, declaration: Candidate): boolean {
  const { evaluator, seen } = search;
  const { ts } = evaluator;
  if (seen.has(declaration)) return false;
  seen.add(declaration);
  if (ts.isTypeAliasDeclaration(declaration)) return isMadeOfResource(search, declaration.type);
  if (hasMetadata(ts, declaration.members)) return true;
  const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) => [...types]);
  return bases.some(
    (base) =>
      isNamed(search, base, 'CustomResource') ||
      isNamed(search, base, 'KubeObject') ||
      declarationsOf(search, base.expression).some((found) =>
        isResource({ ...search, unit: found.unit }, found.declaration),
      ),
  );
}

/** Whether a type is one of kbts, also by another name or through a namespace. */
function isNamed({ evaluator: { ts, program }, unit }: Search, node: ts.TypeNode, name: string): boolean {
  if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return false;
  const written = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
  if (!ts.isIdentifier(written)) return written.getText().endsWith(`.${name}`);
  const binding = program.lookUp(unit, written.text);
  return binding.kind === 'known' ? binding.name === name : binding.kind !== 'declared' && written.text === name;
}

interface FoundDeclaration {
  readonly declaration: Candidate;
  readonly unit: Unit;
  /** Whether other files can import it. */
  readonly isShown: boolean;
}

function declarationsOf({ evaluator, unit }: Search, written: ts.Node): FoundDeclaration[] {
  const { ts, program } = evaluator;
  const parts = written.getText().split('.');
  const [first = '', second] = parts;
  const found = program.lookUp(unit, first);
  const binding =
    found.kind === 'namespace' && second !== undefined && parts.length === 2
      ? program.exportOf(found.unit, second)
      : found;
  if (binding.kind !== 'declared' || (parts.length > 1 && found.kind !== 'namespace')) return [];
  return binding.declarations.flatMap((declaration): FoundDeclaration[] => {
    if (ts.isEnumDeclaration(declaration) || isValue(ts, declaration)) return [];
    const isShown = exportedNames(evaluator, binding.unit, declaration).length > 0;
    return [{ declaration, unit: binding.unit, isShown }];
  });
}

function hasMetadata(ts: Evaluator['ts'], members: readonly (ts.TypeElement | ts.ClassElement)[]): boolean {
  return members.some(({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === 'metadata');
}

function tryObject(evaluator: Evaluator, type: TypeRef): ObjectShape | undefined {
  try {
    return evaluator.objectOf(type);
  } catch (error) {
    if (!(error instanceof TypeProblem)) throw error;
    evaluator.program.diagnostics.atNode(error.place.unit, error.place.node, {
      severity: 'error',
      code: error.code,
      message: error.message,
      fix: error.fix,
    });
    return undefined;
  }
}

function isKnown(evaluator: Evaluator, type: TypeRef, name: string): boolean {
  const shape = evaluator.evaluate(type);
  return shape.kind === 'known' && shape.name === name;
}
