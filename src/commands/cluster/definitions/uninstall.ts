/** `kbts uninstall`: takes the project's CRDs out of a cluster, and with them all objects of their kinds. */
import { loadProject } from '../../load-project.js';
import { openCluster } from '../cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../command-progress.js';
import { type DeletedObject, deleteObjects } from '../apply/delete-objects.js';
import { type Confirm, confirmedUsage, deleteData, withLoss } from './confirmed-deletion.js';
import { countOfCrds, describeUsage } from './custom-resources.js';
import { renderCrds } from './render-crds.js';

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
  const objects = await progress.step(`delete ${countOfCrds(crds)}`, (update) =>
    deleteObjects(cluster, crds, { ...wait, update }),
  );
  return {
    server: cluster.server,
    dryRun: options.dryRun === true,
    customResources: describeUsage(usages),
    objects: objects.map((object) => withLoss(object, usages)),
  };
}
