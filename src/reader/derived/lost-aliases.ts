/**
 * A type that is computed from an alias with markers, such as `Exclude<Mode, 'a'>` or `Name & string`, may not have its
 * rules: where the alias is named and its schema was not asked for, a warning says so.
 */
import type { ts } from 'ts-morph';
import type { JsonSchema } from '../../model/schema.js';
import type { SchemaContext } from '../schema/schema-context.js';
import { hasMarker } from '../comments/node-markers.js';
import { type Member, type NodeRef, type Place, textOf, TypeProblem } from '../evaluate/type-ref.js';
import { hasEffect } from '../taken/taken-rules.js';
import { isRepeated } from './report-loss.js';

/** The aliases whose schemas were asked for while a type as written is read. */
export class ReadAliases {
  private readonly open: Set<ts.Node>[] = [];

  add(declaration: ts.Node | undefined): void {
    if (declaration !== undefined) this.open.at(-1)?.add(declaration);
  }

  /** Reads a type as written, and reports the aliases that it has lost. */
  around(context: SchemaContext, site: NodeRef, run: () => JsonSchema): JsonSchema {
    const read = new Set<ts.Node>();
    this.open.push(read);
    try {
      const result = run();
      reportLostAliases(context, site, { read, isListed: result.enum !== undefined });
      return result;
    } finally {
      this.open.pop();
      // What was asked for inside a type was asked for in those around it as well.
      for (const declaration of read) this.add(declaration);
    }
  }
}

/** Reports the aliases that a type as written names and whose markers it does not have. */
function reportLostAliases(
  context: SchemaContext,
  site: NodeRef,
  { read, isListed }: { readonly read: ReadonlySet<ts.Node>; readonly isListed: boolean },
): void {
  const { ts } = context.evaluator;
  if (!isComputed(context, site.node)) return;
  const visit = (node: ts.Node): void => {
    const alias = ts.isTypeReferenceNode(node) ? aliasOf(context, { ...site, node }, isListed) : undefined;
    if (alias !== undefined && !read.has(alias.node)) reportAlias(context, site, alias, textOf({ ...site, node }));
    // What is asked about, and names of properties, are no values.
    if (ts.isConditionalTypeNode(node)) [node.trueType, node.falseType].forEach(visit);
    else if (ts.isIndexedAccessTypeNode(node)) visit(node.objectType);
    else if (ts.isTypeReferenceNode(node) && /^(?:Record|Pick|Omit|Exclude|Extract)$/.test(node.typeName.getText()))
      (node.typeArguments ?? []).filter((_, index) => isOfValues(node, index)).forEach(visit);
    else if (!ts.isTypeLiteralNode(node) && !ts.isMappedTypeNode(node)) ts.forEachChild(node, visit);
  };
  visit(site.node);
}

/** Reports an alias with markers that a base type gives a property and the property itself no longer has. */
export function reportLostBases(context: SchemaContext, { declaration, inherited = [] }: Member): void {
  if (declaration === undefined || inherited.length === 0) return;
  const own = new Set(aliasesIn(context, declaration).map(({ node }) => node));
  const { markers: repeated } = context.markers.of(declaration.unit, declaration.node, 'field');
  for (const { unit, node } of inherited.flatMap((base) => aliasesIn(context, base))) {
    const { markers } = context.markers.of(unit, node, 'type');
    const names = [...new Set(markers.filter(hasEffect).map(({ definition }) => definition.name))];
    if (own.has(node) || names.every((name) => hasMarker(repeated, name))) continue;
    const name = node.name.text;
    context.report(declaration, {
      severity: 'warning',
      code: 'type-rules-lost',
      message: `the base type declares this property as "${name}", so +${names.join(', +')} of "${name}" does not hold here`,
      fix: `use "${name}" here as well, or repeat its markers on this field`,
    });
  }
}

/** The aliases that the type of a property is, beside null and undefined. */
function aliasesIn(
  { evaluator }: SchemaContext,
  { unit, node }: Place,
): { readonly unit: Place['unit']; readonly node: ts.TypeAliasDeclaration }[] {
  const { ts, program } = evaluator;
  const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node);
  const type = isProperty ? node.type : undefined;
  const types = type === undefined ? [] : ts.isUnionTypeNode(type) ? type.types : [type];
  return types.flatMap((part) => {
    const isName = ts.isTypeReferenceNode(part) && ts.isIdentifier(part.typeName);
    const binding = isName ? program.lookUp(unit, part.typeName.text) : undefined;
    const [alias] = binding?.kind === 'declared' ? binding.declarations : [];
    if (binding?.kind !== 'declared' || alias === undefined || !ts.isTypeAliasDeclaration(alias)) return [];
    return [{ unit: binding.unit, node: alias }];
  });
}

/** `Record<K, V>` has the values of its second argument, the others those of their first. */
function isOfValues({ typeName }: ts.TypeReferenceNode, index: number): boolean {
  return (index === 1) === (typeName.getText() === 'Record');
}

/** Plain names, keywords and lists are read as they are. */
function isComputed({ evaluator: { ts } }: SchemaContext, node: ts.Node): boolean {
  return (
    (ts.isTypeReferenceNode(node) && node.typeArguments !== undefined) ||
    ts.isIndexedAccessTypeNode(node) ||
    ts.isConditionalTypeNode(node) ||
    ts.isIntersectionTypeNode(node) ||
    ts.isUnionTypeNode(node) ||
    ts.isTupleTypeNode(node) ||
    ts.isTemplateLiteralTypeNode(node)
  );
}

/** An alias of a type that has no properties; rules of those that have are followed by their properties. */
function aliasOf({ evaluator }: SchemaContext, ref: NodeRef, isListed: boolean): Place | undefined {
  const { ts } = evaluator;
  try {
    const named = evaluator.resolve(ref);
    const [node] = named?.kind === 'declared' ? named.declarations : [];
    if (named?.kind !== 'declared' || node === undefined || !ts.isTypeAliasDeclaration(node)) return undefined;
    if (node.typeParameters !== undefined) return undefined;
    const shape = evaluator.evaluate(ref);
    const isObject = shape.kind === 'object' && shape.members.length > 0;
    // A list of literals does not come from any string or number.
    const isElsewhere = isListed && (shape.kind === 'keyword' || shape.kind === 'known');
    return isObject || isElsewhere ? undefined : { unit: named.unit, node };
  } catch (error) {
    if (error instanceof TypeProblem) return undefined;
    throw error;
  }
}

function reportAlias(context: SchemaContext, site: NodeRef, { unit, node }: Place, name: string): void {
  const { markers } = context.markers.of(unit, node, 'type');
  const names = [...new Set(markers.filter(hasEffect).map(({ definition }) => definition.name))];
  if (names.length === 0 || isRepeated(context, site, names)) return;
  context.report(
    { unit: site.scope.unit, node: site.node },
    {
      severity: 'warning',
      code: 'type-rules-lost',
      message: `"${textOf(site)}" is computed from "${name}", so +${names.join(', +')} of "${name}" does not hold here`,
      fix: `repeat what you need on this field, or on an alias: // +${names[0] ?? ''} above type … = ${textOf(site)}`,
    },
  );
}
