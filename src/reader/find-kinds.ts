/** Which declarations of a file are kinds. */
import type { ts } from 'ts-morph';
import { valueOf } from '../markers/resolve.js';
import { isExported } from './bindings.js';
import type { MarkerReader } from './node-markers.js';
import { withName } from './node-markers.js';
import { type Evaluator, type ObjectShape, type Place, TypeProblem, type TypeRef } from './type-ref.js';
import type { Unit } from './unit.js';

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
    const [exportName] = exportedNames(evaluator, unit, node);
    if (exportName === undefined || node.name === undefined || node.typeParameters !== undefined) continue;
    const name = exportName === 'default' ? node.name.text : exportName;
    const type = referenceTo(ts, node, unit);
    if (isKind(evaluator, markers, node, unit, type)) kinds.push({ name, exportName, place: { unit, node }, type });
  }
  return kinds;
}

/** The names under which other files can import a declaration, its own one first if they can. */
function exportedNames({ ts, program }: Evaluator, unit: Unit, node: Candidate): string[] {
  const own = node.name?.text ?? '';
  const names = [...program.bindings(unit).exported].filter(([, local]) => local === own).map(([name]) => name);
  const isNamed = names.includes(own) || (isExported(ts, node) && !names.includes('default'));
  return isNamed ? [own, ...names] : names;
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
  if (isRoot === undefined && !mayBeKind(evaluator, node)) return false;
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
      message: `"${node.name?.text ?? ''}" has no metadata of the type ObjectMeta, so it is no resource and gets no CRD`,
      fix: 'let it extend CustomResource, or remove +kubebuilder:object:root=true',
    });
  }
  return isResource && has('apiVersion') && has('kind');
}

/** Only types that extend something, mention CustomResource, or declare `metadata` can be kinds; the rest is not looked at. */
function mayBeKind({ ts }: Evaluator, node: Candidate): boolean {
  if (ts.isTypeAliasDeclaration(node)) return mayBeResource(ts, node.type);
  return (node.heritageClauses?.length ?? 0) > 0 || hasMetadata(ts, node.members);
}

function mayBeResource(ts: Evaluator['ts'], node: ts.TypeNode): boolean {
  if (ts.isParenthesizedTypeNode(node)) return mayBeResource(ts, node.type);
  if (ts.isIntersectionTypeNode(node)) return node.types.some((part) => mayBeResource(ts, part));
  if (ts.isTypeLiteralNode(node)) return hasMetadata(ts, node.members);
  if (!ts.isTypeReferenceNode(node)) return false;
  const name = node.typeName.getText();
  if (name === 'Readonly') return (node.typeArguments ?? []).some((argument) => mayBeResource(ts, argument));
  return /(?:^|\.)CustomResource$/.test(name);
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
