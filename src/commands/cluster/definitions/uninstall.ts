/** `kbts uninstall`: takes the project's CRDs out of a cluster, and with them all objects of their kinds. */
import { UserError } from '../../../errors.js';
import { loadProject } from '../../load-project.js';
import { type Cluster, openCluster } from '../cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../command-progress.js';
import { type CrdUsage, deleteCustomResources, describeUsage, usageOf } from './custom-resources.js';
import { type DeletedObject, deleteObjects } from '../apply/delete-objects.js';
import { explainFailure } from '../explain-failure.js';
import { renderCrds } from './install.js';

/** Asks a person; false when there is none. */
export type Confirm = (question: string) => Promise<boolean>;

/** Flags of `uninstall`. */
export interface UninstallOptions extends ClusterFlags {
  readonly namespace?: string;
  readonly dryRun?: boolean;
  readonly timeoutMs: number;
  readonly confirm: Confirm;
}

/** What was removed. */
export interface UninstallResult {
  readonly server: string;
  readonly dryRun: boolean;
  /** `3 guestbooks`, when objects were deleted with their CRDs. */
  readonly customResources?: string;
  readonly objects: readonly DeletedObject[];
}

/** Asks before data is lost, deletes objects before their CRDs, and waits until all are gone. */
export async function uninstall(
  surroundings: CommandSurroundings,
  options: UninstallOptions,
): Promise<UninstallResult> {
  const { progress, env, signal } = surroundings;
  await loadProject(surroundings.root);
  const crds = await progress.step('render config/default', () => renderCrds(surroundings, options));
  await using cluster = await openCluster({ ...options, env, signal });
  const usages = await confirmedUsage(
    cluster,
    crds.map(({ metadata }) => metadata.name ?? ''),
    { ...options, signal },
  );
  const wait = { ...options, action: 'delete the CRDs', signal };
  if (options.dryRun !== true) await deleteData(cluster, usages, surroundings, options.timeoutMs);
  const objects = await progress.step(`delete ${crds.length} CRDs`, (update) =>
    deleteObjects(cluster, crds, { ...wait, update }),
  );
  return {
    server: cluster.server,
    dryRun: options.dryRun === true,
    customResources: describeUsage(usages),
    objects: objects.map((object) => withLoss(object, usages)),
  };
}

/** A deleted CRD says what went with it. */
export function withLoss(object: DeletedObject, usages: readonly CrdUsage[]): DeletedObject {
  const lost = describeUsage(usages.filter(({ crd }) => crd === object.name));
  return object.outcome === 'deleted' && lost !== undefined ? { ...object, reason: `with ${lost}` } : object;
}

/** What of these CRDs the cluster has; rejects with `not-confirmed` when there are objects and the user has not agreed. */
export async function confirmedUsage(
  cluster: Cluster,
  crds: readonly string[],
  options: Pick<UninstallOptions, 'dryRun' | 'confirm'> & { readonly timeoutMs?: number; readonly signal: AbortSignal },
): Promise<CrdUsage[]> {
  const usages = await usageOf(cluster.client, crds, options).catch((error: unknown) => {
    throw explainFailure(error, { action: 'cannot count the custom resources', signal: options.signal });
  });
  const data = describeUsage(usages);
  if (data === undefined || options.dryRun === true) return usages;
  if (await options.confirm(`Delete ${data} on ${cluster.server}, and their CRDs? They cannot be brought back.`))
    return usages;
  throw new UserError('not-confirmed', `the cluster has ${data}, which would be deleted; nothing was changed`, {
    fix: 'if you are sure, pass --yes',
  });
}

/** Deletes the users' objects while their controllers, if any, still run and can clean up. */
export async function deleteData(
  { client }: Cluster,
  usages: readonly CrdUsage[],
  { progress, signal }: CommandSurroundings,
  timeoutMs: number,
): Promise<void> {
  const data = describeUsage(usages);
  if (data === undefined) return;
  await progress.step(`delete ${data}`, (update) =>
    deleteCustomResources(client, usages, { timeoutMs, signal, update }).catch((error: unknown) => {
      throw explainFailure(error, { action: `cannot delete ${data}`, signal });
    }),
  );
}
