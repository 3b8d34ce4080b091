/** `kbts cleanup`: removes what `kbts run bundle` brought into a cluster. */
import { UserError } from '../../../errors.js';
import { ignoreNotFound, is } from '../../../runtime/client/requests/api-error.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { type Cluster, openCluster } from '../../cluster/cluster.js';
import type { CommandSurroundings } from '../../cluster/command-progress.js';
import { type DeletedObject, deleteObjects } from '../../cluster/apply/delete-objects.js';
import { identityOf } from '../../cluster/apply/object-name.js';
import { type CrdUsage, describeUsage, usageOf } from '../../cluster/definitions/custom-resources.js';
import { confirmedUsage, deleteData, withLoss } from '../../cluster/definitions/confirmed-deletion.js';
import type { UninstallOptions, UninstallResult } from '../../cluster/definitions/uninstall.js';
import { describeLeftovers, leftoversIn } from '../../cluster/deploy/namespace-leftovers.js';
import { explainFailure } from '../../cluster/explain-failure.js';
import { findPackage, type InstalledPackage } from './installed-package.js';
import { OperatorKind } from './olm-kinds.js';
import { type Look, poll } from './polling.js';
import { withoutOlm } from './run-bundle.js';

/** Flags of `cleanup`. */
export interface CleanupOptions extends UninstallOptions {
  /** Delete CRDs that have objects, too, and with them the objects. */
  readonly deleteCrds?: boolean;
  /** Delete the OperatorGroup, too, when somebody else made it. */
  readonly deleteOperatorGroups?: boolean;
}

/**
 * Removes subscription, versions, what they installed, catalog, group and namespace. What other operators use stays, and
 * so do CRDs with objects, unless told otherwise.
 */
export async function cleanup(
  surroundings: CommandSurroundings,
  pack: string,
  options: CleanupOptions,
): Promise<UninstallResult> {
  const { env, signal, progress } = surroundings;
  await using cluster = await progress.step('connect to the cluster', () => openCluster({ ...options, env, signal }));
  const namespace = options.namespace ?? cluster.namespace;
  try {
    const found = await findPackage(cluster, pack, namespace, { allGroups: options.deleteOperatorGroups, signal });
    if (found.records.length === 0)
      throw new UserError('not-found', `nothing of ${pack} is in namespace ${namespace}`, {
        fix: 'name its namespace with --namespace',
      });
    return await remove(surroundings, cluster, found, options);
  } catch (error) {
    if (is.noMatch(error)) throw withoutOlm(error);
    throw explainFailure(error, { action: `cannot remove ${pack}`, signal });
  }
}

async function remove(
  surroundings: CommandSurroundings,
  cluster: Cluster,
  found: InstalledPackage,
  options: CleanupOptions,
): Promise<UninstallResult> {
  const { progress, signal } = surroundings;
  const usages = await usage(cluster, found, { ...options, signal });
  const shared = new Map<KubeObject, string>();
  for (const object of found.elsewhere.length === 0 ? [] : [...found.crds, ...found.installed])
    if (object.metadata.namespace === undefined)
      shared.set(object, `the package is in namespace ${found.elsewhere.join(', ')}, too`);
  for (const { crd, kind, objects } of options.deleteCrds === true ? [] : usages)
    for (const object of found.crds)
      if (object.metadata.name === crd && objects.length > 0 && !shared.has(object))
        shared.set(object, `it has ${describeUsage([{ crd, kind, objects }])}; --delete-crds deletes both`);
  const results: DeletedObject[] = [];
  const step = async (title: string, objects: readonly KubeObject[]): Promise<void> => {
    const going = objects.filter((object) => !shared.has(object));
    if (going.length > 0)
      results.push(
        ...(await progress.step(title, (update) =>
          deleteObjects(cluster, going, { ...options, action: title, signal, update }),
        )),
      );
    for (const object of objects)
      if (shared.has(object)) results.push({ ...identityOf(object), outcome: 'kept', reason: shared.get(object) });
  };
  await step('delete the subscription', found.subscriptions);
  if (options.deleteCrds === true && options.dryRun !== true && found.elsewhere.length === 0)
    await deleteData(cluster, usages, surroundings, options.timeoutMs);
  await step(`delete ${found.crds.length} CRDs`, found.crds);
  await step('delete the operator', found.versions);
  await step('delete what was installed with it', found.installed);
  await step('delete the catalog', found.catalog);
  await step('delete the operator group', found.groups);
  results.push(...(await removeNamespaces(surroundings, cluster, found, options)));
  const hasCrds = found.crds.some((crd) => shared.has(crd));
  results.push(...(await removeRecord(surroundings, cluster, found.records, hasCrds, options)));
  return {
    server: cluster.server,
    dryRun: options.dryRun === true,
    customResources: options.deleteCrds === true ? describeUsage(usages) : undefined,
    objects: results.filter(({ outcome }) => outcome !== 'absent').map((object) => withLoss(object, usages)),
  };
}

async function usage(
  cluster: Cluster,
  { crds, elsewhere }: InstalledPackage,
  options: CleanupOptions & { readonly signal: AbortSignal },
): Promise<CrdUsage[]> {
  const names = crds.map(({ metadata }) => metadata.name ?? '');
  return options.deleteCrds === true && elsewhere.length === 0
    ? confirmedUsage(cluster, names, options)
    : usageOf(cluster.client, names, options);
}

/** A namespace goes only when it was made for the package, and nothing of anybody's is left in it. */
async function removeNamespaces(
  { progress, signal }: CommandSurroundings,
  cluster: Cluster,
  found: InstalledPackage,
  options: CleanupOptions,
): Promise<DeletedObject[]> {
  const results: DeletedObject[] = [];
  for (const namespace of found.namespaces) {
    const name = namespace.metadata.name ?? '';
    const ours = new Set(Object.values(found).flatMap((list) => list.flatMap(keyOf)));
    const leftovers = await progress.step(`look into namespace ${name}`, (update) =>
      leftoversIn(cluster.client, name, { ours, timeoutMs: options.timeoutMs, signal, update }),
    );
    if (leftovers.length > 0) {
      const reason = `it still contains ${describeLeftovers(leftovers)}`;
      results.push({ ...identityOf(namespace), outcome: 'kept', reason });
      continue;
    }
    const action = `delete namespace ${name}`;
    results.push(
      ...(await progress.step(action, (update) =>
        deleteObjects(cluster, [namespace], { ...options, action, signal, update }),
      )),
    );
  }
  return results;
}

/** OLM makes its record of a package again as long as it sees anything of it. */
async function removeRecord(
  { progress, signal }: CommandSurroundings,
  cluster: Cluster,
  records: readonly KubeObject[],
  hasCrds: boolean,
  options: CleanupOptions,
): Promise<DeletedObject[]> {
  const results: DeletedObject[] = [];
  for (const record of records) {
    const { name = '' } = record.metadata;
    const identity = identityOf(record);
    const found = await cluster.client.find(OperatorKind, { name }, { signal });
    if (found === undefined) continue;
    if (hasCrds) results.push({ ...identity, outcome: 'kept', reason: 'OLM keeps it as long as the CRDs are there' });
    else results.push({ ...identity, outcome: 'deleted' });
    if (hasCrds || options.dryRun === true) continue;
    await progress.step("delete OLM's record", (update) =>
      poll(`the end of Operator ${name}`, () => lookAtRecord(cluster, name), { ...options, signal, update }),
    );
  }
  return results;
}

async function lookAtRecord({ client }: Cluster, name: string): Promise<Look<true>> {
  const operator = await client.find(OperatorKind, { name });
  if (operator === undefined) return { done: true };
  const left = operator.status?.components?.refs ?? [];
  if (left.length > 0) return { waiting: `OLM still sees ${left.map((one) => `${one.kind} ${one.name}`).join(', ')}` };
  await ignoreNotFound(client.delete({ kind: OperatorKind, name }));
  return { waiting: 'it is being deleted' };
}

function keyOf(object: KubeObject | string): string[] {
  return typeof object === 'string' ? [] : [`${object.kind}/${object.metadata.name}`];
}
