/** Says that a computed type does not have the rules of the type that it comes from. */
import type { ts } from 'ts-morph';
import { hasMarker } from '../comments/node-markers.js';
import type { SchemaContext } from '../schema/schema-context.js';
import { type CheckedRef, type NodeRef, textOf } from '../evaluate/type-ref.js';
import type { Source } from './sources.js';

/** Markers that say what a keyword of a Kubernetes type says. */
const MARKER_OF: Readonly<Record<string, string>> = {
  'x-kubernetes-validations': 'kubebuilder:validation:XValidation',
  'x-kubernetes-preserve-unknown-fields': 'kubebuilder:pruning:PreserveUnknownFields',
  'x-kubernetes-embedded-resource': 'kubebuilder:validation:EmbeddedResource',
  maxProperties: 'kubebuilder:validation:MaxProperties',
  minProperties: 'kubebuilder:validation:MinProperties',
};

/** The markers whose rules a computed type loses. */
export function ruleNames({ markers, keywords }: Source): string[] {
  const lost = keywords.filter((keyword) => keyword !== 'x-kubernetes-map-type');
  return [
    ...new Set([...markers.map(({ definition }) => definition.name), ...lost.map((key) => MARKER_OF[key] ?? key)]),
  ];
}

/** Reports the rules of a type that do not apply where the computed type is written. */
export function reportLoss(context: SchemaContext, site: NodeRef, name: string, names: readonly string[]): void {
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

/** The type as written that the checker was asked about. */
export function siteOf({ place: { unit, node } }: CheckedRef): NodeRef {
  return { kind: 'node', node, scope: { unit, parameters: new Map() } };
}

/** Whether the field, alias or interface that a type is written in has markers of the same names. */
export function isRepeated(context: SchemaContext, site: NodeRef, names: readonly string[]): boolean {
  const { ts } = context.evaluator;
  let at: ts.Node | undefined = site.node.parent;
  while (at !== undefined && (ts.isParenthesizedTypeNode(at) || ts.isHeritageClause(at) || ts.isUnionTypeNode(at)))
    at = at.parent;
  if (at === undefined) return false;
  const isField = ts.isPropertySignature(at) || ts.isPropertyDeclaration(at);
  const isType = ts.isTypeAliasDeclaration(at) || ts.isInterfaceDeclaration(at) || ts.isClassDeclaration(at);
  if (!isField && !isType) return false;
  const own = context.markers.of(site.scope.unit, at, isField ? 'field' : 'type').markers;
  return names.every((name) => hasMarker(own, name));
}
