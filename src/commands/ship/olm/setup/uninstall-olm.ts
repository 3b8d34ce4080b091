/** `kbts olm uninstall`: takes OLM out of a cluster, in an order in which nothing waits for what is already gone. */
import { UserError } from '../../../../errors.js';
import { is } from '../../../../runtime/client/requests/api-error.js';
import { ClusterRole, ClusterRoleBinding } from '../../../../k8s/rbac/v1/index.js';
import type { Kind } from '../../../../runtime/object/kind.js';
import type { KubeObject } from '../../../../runtime/object/meta.js';
import { isCrd } from '../../../cluster/apply/apply-order.js';
import { type DeletedObject, deleteObjects } from '../../../cluster/apply/delete-objects.js';
import { identityOf, type ObjectIdentity } from '../../../cluster/apply/object-name.js';
import { type Cluster, openCluster } from '../../../cluster/cluster.js';
import type { CommandSurroundings } from '../../../cluster/command-progress.js';
import { describeLeftovers, leftoversIn } from '../../../cluster/deploy/namespace-leftovers.js';
import { explainFailure } from '../../../cluster/explain-failure.js';
import { ClusterServiceVersionKind } from '../olm-kinds.js';
import { findOlm } from './installed-olm.js';
import { noOlm, type OlmStatusOptions } from './olm-status.js';

/** Flags of `olm uninstall`. */
export interface UninstallOlmOptions extends OlmStatusOptions {
  /** Remove OLM though operators are installed by it; they go, too. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly timeoutMs: number;
}

/** What was removed. */
export interface UninstallOlmResult {
  readonly server: string;
  readonly version: string;
  readonly dryRun: boolean;
  readonly objects: readonly DeletedObject[];
}

/** Rejects with `olm-in-use` when operators are installed. */
export async function uninstallOlm(
  surroundings: CommandSurroundings,
  options: UninstallOlmOptions,
): Promise<UninstallOlmResult> {
  const { root, env, signal, progress } = surroundings;
  await using cluster = await progress.step('connect to the cluster', () => openCluster({ ...options, env, signal }));
  try {
    const olm = await findOlm(cluster, { root, ...options, signal });
    if (olm === undefined) throw noOlm();
    const objects = olm.objects.map(asObject);
    if (options.force !== true) await checkUnused(cluster, objects, signal);
    const results = await remove(surroundings, cluster, objects, options);
    return { server: cluster.server, version: olm.version, dryRun: options.dryRun === true, objects: results };
  } catch (error) {
    throw explainFailure(error, { action: 'cannot remove OLM', signal });
  }
}

/** Operators that OLM has installed stop being managed, and their ClusterServiceVersions go with the CRDs. */
async function checkUnused(cluster: Cluster, own: readonly KubeObject[], signal: AbortSignal): Promise<void> {
  const mine = new Set(own.filter(({ kind }) => kind === 'ClusterServiceVersion').map(({ metadata }) => metadata.name));
  const { items } = await cluster.client.list(ClusterServiceVersionKind, { signal }).catch((error: unknown) => {
    if (is.noMatch(error)) return { items: [] };
    throw error;
  });
  const installed = items
    .filter(({ metadata }) => metadata.labels?.['olm.copiedFrom'] === undefined && !mine.has(metadata.name ?? ''))
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
  if (installed.length === 0) return;
  throw new UserError('olm-in-use', `OLM has installed ${installed.length} operators: ${installed.join(', ')}`, {
    fix: 'remove them first ("kbts cleanup <package> --namespace <namespace>"), or pass --force: they are deleted, too; their CRDs and data stay',
  });
}

async function remove(
  surroundings: CommandSurroundings,
  cluster: Cluster,
  objects: readonly KubeObject[],
  options: UninstallOlmOptions,
): Promise<DeletedObject[]> {
  const { progress, signal } = surroundings;
  const results: DeletedObject[] = [];
  const step = async (title: string, some: readonly KubeObject[]): Promise<void> => {
    const wait = { ...options, action: 'remove OLM', signal };
    const deleted = await progress.step(title, (update) => deleteObjects(cluster, some, { ...wait, update }));
    results.push(...deleted.filter(({ outcome }) => outcome !== 'absent'));
  };
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
  const custom = objects.filter(({ apiVersion }) => apiVersion.startsWith('operators.coreos.com/'));
  const crds = objects.filter(isCrd);
  const rest = objects.filter((one) => ![...namespaces, ...custom, ...crds].includes(one));
  // OLM still runs: it removes the finalizers of its own kinds, and what its versions have made.
  if (options.force === true) await step('delete the operators', await operators(cluster, custom, signal));
  await step("delete OLM's custom resources", custom);
  await step('delete its API of packages', packageApi);
  await step(`delete ${crds.length} CRDs`, crds);
  await step(`delete ${rest.length} objects`, rest);
  await step('delete what OLM has left behind', await leftRoles(cluster, signal));
  for (const namespace of namespaces)
    results.push(...(await removeNamespace(surroundings, cluster, namespace, objects, options)));
  return results;
}

/**
 * What OLM leaves of its package server: as long as the APIService is there and nobody answers, no namespace of the
 * cluster can be deleted.
 */
const packageApi: readonly KubeObject[] = [
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.packages.operators.coreos.com' },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'packageserver-service-auth-reader', namespace: 'kube-system' },
  },
];

/** Roles that OLM makes for its groups and versions, and does not always get to remove. */
async function leftRoles({ client }: Cluster, signal: AbortSignal): Promise<KubeObject[]> {
  const left: KubeObject[] = [];
  for (const kind of [ClusterRole, ClusterRoleBinding] as const) {
    const { items } = await client.list(kind as Kind, { signal });
    for (const { metadata } of items)
      if (metadata.labels?.['olm.managed'] === 'true' || metadata.labels?.['olm.owner'] !== undefined)
        left.push({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: kind.gvk.kind,
          metadata: { name: metadata.name },
        });
  }
  return left;
}

async function operators(cluster: Cluster, own: readonly KubeObject[], signal: AbortSignal): Promise<KubeObject[]> {
  const { items } = await cluster.client.list(ClusterServiceVersionKind, { signal });
  return items
    .filter(({ metadata }) => !own.some(({ metadata: one }) => one.name === metadata.name))
    .filter(({ metadata }) => metadata.labels?.['olm.copiedFrom'] === undefined)
    .map(({ metadata }) =>
      asObject({
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'ClusterServiceVersion',
        name: metadata.name ?? '',
        namespace: metadata.namespace,
      }),
    );
}

/** Operators of others may be in a namespace that OLM came with. */
async function removeNamespace(
  { progress, signal }: CommandSurroundings,
  cluster: Cluster,
  namespace: KubeObject,
  own: readonly KubeObject[],
  options: UninstallOlmOptions,
): Promise<DeletedObject[]> {
  const name = namespace.metadata.name ?? '';
  const ours = new Set(own.map(({ kind, metadata }) => `${kind}/${metadata.name}`));
  const leftovers = await progress.step(`look into namespace ${name}`, (update) =>
    leftoversIn(cluster.client, name, { ours, timeoutMs: options.timeoutMs, signal, update }),
  );
  if (leftovers.length > 0)
    return [{ ...identityOf(namespace), outcome: 'kept', reason: `it still contains ${describeLeftovers(leftovers)}` }];
  const action = `delete namespace ${name}`;
  const deleted = await progress.step(action, (update) =>
    deleteObjects(cluster, [namespace], { ...options, action, signal, update }),
  );
  return deleted.filter(({ outcome }) => outcome !== 'absent');
}

function asObject({ apiVersion, kind, name, namespace }: ObjectIdentity): KubeObject {
  return { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) } };
}
