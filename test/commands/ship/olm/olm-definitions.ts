/** OLM's kinds without their schemas, for control planes in which OLM does not run. */
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { Namespace } from '../../../../src/k8s/core/v1/index.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';

const kinds: readonly (readonly [string, string, string, 'Cluster' | 'Namespaced'])[] = [
  ['CatalogSource', 'catalogsources', 'v1alpha1', 'Namespaced'],
  ['ClusterServiceVersion', 'clusterserviceversions', 'v1alpha1', 'Namespaced'],
  ['InstallPlan', 'installplans', 'v1alpha1', 'Namespaced'],
  ['Operator', 'operators', 'v1', 'Cluster'],
  ['OperatorGroup', 'operatorgroups', 'v1', 'Namespaced'],
  ['Subscription', 'subscriptions', 'v1alpha1', 'Namespaced'],
];

/** `operators.coreos.com/v1`, for a kind of OLM. */
export function olmApiVersion(kind: string): string {
  return `operators.coreos.com/${kinds.find(([one]) => one === kind)?.[2] ?? ''}`;
}

/** CRDs of OLM's kinds. */
export function olmDefinitions(): CustomResourceDefinition[] {
  return kinds.map(([kind, plural, version, scope]) =>
    definition('operators.coreos.com', kind, plural, version, scope),
  );
}

/** A CRD that takes anything. */
export function definition(
  group: string,
  kind: string,
  plural: string,
  version: string,
  scope: 'Cluster' | 'Namespaced',
): CustomResourceDefinition {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return new CustomResourceDefinition({
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  });
}

/** Ends namespaces, which the embedded control plane does not do; returns what stops it. */
export function playNamespaceController({ client }: ControlPlane): () => void {
  const finalize = async (): Promise<void> => {
    const { items } = await client.list(Namespace);
    for (const one of items.filter(({ metadata }) => metadata.deletionTimestamp !== undefined))
      await client.subresource('finalize').update(one, { ...one, spec: { finalizers: [] } });
  };
  const timer = setInterval(() => void finalize().catch(() => undefined), 50);
  return () => clearInterval(timer);
}
