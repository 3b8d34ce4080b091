/** Says that a computed type does not have the rules of the type that it comes from. */
import type { ts } from 'ts-morph';
import { hasMarker, type PlacedMarker } from '../comments/node-markers.js';
import type { SchemaContext } from '../schema/schema-context.js';
import { type NodeRef, textOf } from '../evaluate/type-ref.js';
import type { Source } from './sources.js';

/** Reports the markers of a type that do not apply where the computed type is written. */
export function reportLoss(context: SchemaContext, site: NodeRef, { name, markers }: Source): void {
  const names = [...new Set(markers.map(({ definition }) => definition.name))];
  context.report(
    { unit: site.scope.unit, node: site.node },
    {
      severity: 'warning',
      code: 'type-rules-lost',
      message: `"${textOf(site)}" has other properties than "${name}", or makes them optional or required, so +${names.join(', +')} of "${name}" does not apply here`,
      fix: `repeat what you need on this field, or on an alias: // +${names[0] ?? ''} above type … = ${textOf(site)}`,
    },
  );
}

/** Whether the field, alias or interface that a type is written in has markers of the same names. */
export function isRepeated(context: SchemaContext, site: NodeRef, markers: readonly PlacedMarker[]): boolean {
  const { ts } = context.evaluator;
  let at: ts.Node | undefined = site.node.parent;
  while (at !== undefined && (ts.isParenthesizedTypeNode(at) || ts.isHeritageClause(at) || ts.isUnionTypeNode(at)))
    at = at.parent;
  if (at === undefined) return false;
  const isField = ts.isPropertySignature(at) || ts.isPropertyDeclaration(at);
  const isType = ts.isTypeAliasDeclaration(at) || ts.isInterfaceDeclaration(at) || ts.isClassDeclaration(at);
  if (!isField && !isType) return false;
  const own = context.markers.of(site.scope.unit, at, isField ? 'field' : 'type').markers;
  return markers.every(({ definition }) => hasMarker(own, definition.name));
}
