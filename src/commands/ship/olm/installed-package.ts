/** Finds everything that a package has brought into a cluster. */
import { ConfigMap, Namespace, Pod } from '../../../k8s/core/v1/index.js';
import type { Kind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';
import { bundleAnnotation, catalogLabel } from '../../../ship/catalog/served-catalog.js';
import type { Cluster } from '../../cluster/cluster.js';
import {
  CatalogSourceKind,
  ClusterServiceVersionKind,
  type InstallPlan,
  InstallPlanKind,
  OperatorGroupKind,
  OperatorKind,
  type Subscription,
  SubscriptionKind,
} from './olm-kinds.js';

/** What there is, in the order in which it must go: OLM would bring back what it still knows. */
export interface InstalledPackage {
  readonly subscriptions: readonly KubeObject[];
  /** Deleted while the operator still runs, so that it can clean up. */
  readonly crds: readonly KubeObject[];
  readonly versions: readonly KubeObject[];
  /** What the install plans made beside the versions, and the plans. */
  readonly installed: readonly KubeObject[];
  readonly catalog: readonly KubeObject[];
  /** Only when nothing else in the namespace uses them. */
  readonly groups: readonly KubeObject[];
  /** What OLM itself keeps about the package. */
  readonly records: readonly KubeObject[];
  /** The namespace, when it was made for this package. */
  readonly namespaces: readonly KubeObject[];
  /** Namespaces in which the package is installed, too; what all of them share must stay. */
  readonly elsewhere: readonly string[];
}

/** Looks for a package in a namespace. `allGroups` takes groups that kbts has not made, too. */
export async function findPackage(
  { client }: Cluster,
  pack: string,
  namespace: string,
  options: { readonly allGroups?: boolean; readonly signal?: AbortSignal },
): Promise<InstalledPackage> {
  const { signal, allGroups = false } = options;
  const labels = { [catalogLabel]: pack };
  const listed = async (kind: Kind, selector?: typeof labels): Promise<DeepReadonly<KubeObject>[]> => [
    ...(await client.list(kind, { namespace, labels: selector, signal })).items,
  ];
  const everywhere = (await client.list(SubscriptionKind, { signal })).items;
  const subscriptions = everywhere.filter(({ metadata }) => metadata.namespace === namespace);
  const own = subscriptions.filter(({ spec }) => spec?.name === pack) as Subscription[];
  const configMaps = await listed(ConfigMap, labels);
  const names = new Set([...configMaps.flatMap(bundleOf), ...own.flatMap(versionsOf)]);
  const plans = ((await listed(InstallPlanKind)) as InstallPlan[]).filter(
    ({ spec }) => spec?.clusterServiceVersionNames?.some((name) => names.has(name)) === true,
  );
  const steps = plans.flatMap((plan) => stepsOf(plan, namespace));
  const isLast = subscriptions.length === own.length;
  const space = await client.find(Namespace, { name: namespace }, { signal });
  const isOurs = space?.metadata.labels?.[catalogLabel] === pack;
  const named = (kind: Kind, objects: readonly DeepReadonly<KubeObject>[]): KubeObject[] =>
    objects.map(({ metadata }) => reference(kind, metadata.name ?? '', metadata.namespace));
  const found = {
    subscriptions: named(SubscriptionKind, own),
    crds: unique(steps.filter(({ kind }) => kind === 'CustomResourceDefinition')),
    versions: [...names].map((name) => reference(ClusterServiceVersionKind, name, namespace)),
    installed: [
      ...unique(steps.filter(({ kind }) => !/^(?:CustomResourceDefinition|ClusterServiceVersion)$/.test(kind))),
      ...named(InstallPlanKind, plans),
    ],
    catalog: [
      ...named(CatalogSourceKind, await listed(CatalogSourceKind, labels)),
      ...named(Pod, await listed(Pod, labels)),
      ...named(ConfigMap, configMaps),
    ],
    groups: isLast ? named(OperatorGroupKind, await listed(OperatorGroupKind, allGroups ? undefined : labels)) : [],
    namespaces: isOurs && isLast ? [reference(Namespace, namespace)] : [],
  };
  const isThere = Object.values(found).some((list) => list.length > 0);
  return {
    ...found,
    records: isThere ? [reference(OperatorKind, `${pack}.${namespace}`)] : [],
    elsewhere: everywhere
      .filter(({ metadata, spec }) => spec?.name === pack && metadata.namespace !== namespace)
      .map(({ metadata }) => metadata.namespace ?? ''),
  };
}

function bundleOf({ metadata }: DeepReadonly<KubeObject>): string[] {
  const name = metadata.annotations?.[bundleAnnotation];
  return name === undefined ? [] : [name];
}

function versionsOf({ status }: Subscription): string[] {
  return [status?.installedCSV, status?.currentCSV].filter((name) => name !== undefined);
}

/** Kinds of a bundle that have no namespace. */
const clusterWide =
  /^(?:ClusterRole|ClusterRoleBinding|CustomResourceDefinition|PriorityClass|ConsoleYAMLSample|ConsoleQuickStart|ConsoleCLIDownload|ConsoleLink)$/;

function stepsOf(plan: InstallPlan, namespace: string): KubeObject[] {
  return (plan.status?.plan ?? []).flatMap(({ resource }) => {
    const { group = '', version = 'v1', kind = '', name = '' } = resource ?? {};
    if (kind === '' || name === '') return [];
    // OLM writes "core" in some steps and nothing in others; CRDs of a bundle may say v1beta1.
    const isCore = group === '' || group === 'core';
    const apiVersion =
      kind === 'CustomResourceDefinition' ? 'apiextensions.k8s.io/v1' : isCore ? version : `${group}/${version}`;
    return [{ apiVersion, kind, metadata: { name, ...(!clusterWide.test(kind) && { namespace }) } }];
  });
}

function unique(objects: readonly KubeObject[]): KubeObject[] {
  return [...new Map(objects.map((one) => [`${one.apiVersion} ${one.kind} ${one.metadata.name}`, one])).values()];
}

function reference(kind: Kind, name: string, namespace?: string): KubeObject {
  const { group, version, kind: word } = kind.gvk;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { apiVersion, kind: word, metadata: { name, ...(namespace !== undefined && { namespace }) } };
}
