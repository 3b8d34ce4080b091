/** Deleting what users have stored: only when they agree, and while controllers can still clean up. */
import { UserError } from '../../../errors.js';
import type { DeletedObject } from '../apply/delete-objects.js';
import type { Cluster } from '../cluster.js';
import type { CommandSurroundings } from '../command-progress.js';
import { explainFailure } from '../explain-failure.js';
import { type CrdUsage, deleteCustomResources, describeUsage, usageOf } from './custom-resources.js';
import { untilDependentsGone } from './dependents.js';

/** Asks a person; false when there is none. */
export type Confirm = (question: string) => Promise<boolean>;

/** A deleted CRD says what went with it. */
export function withLoss(object: DeletedObject, usages: readonly CrdUsage[]): DeletedObject {
  const lost = describeUsage(usages.filter(({ crd }) => crd === object.name));
  return object.outcome === 'deleted' && lost !== undefined ? { ...object, reason: `with ${lost}` } : object;
}

/** What of these CRDs the cluster has; rejects with `not-confirmed` when there are objects and the user has not agreed. */
export async function confirmedUsage(
  cluster: Cluster,
  crds: readonly string[],
  options: {
    readonly dryRun?: boolean;
    readonly confirm: Confirm;
    readonly timeoutMs?: number;
    readonly signal: AbortSignal;
  },
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

/** Deletes the users' objects, and waits for what belongs to them, while controllers still run and can clean up. */
export async function deleteData(
  { client }: Cluster,
  usages: readonly CrdUsage[],
  { progress, signal }: CommandSurroundings,
  timeoutMs: number,
): Promise<void> {
  if (usages.length === 0) return;
  const data = describeUsage(usages);
  const title = data === undefined ? 'look for what belonged to deleted objects' : `delete ${data}`;
  await progress.step(title, (update) =>
    deleteCustomResources(client, usages, { timeoutMs, signal, update })
      .then(() => untilDependentsGone(client, usages, { timeoutMs, signal, update }))
      .catch((error: unknown) => {
        throw explainFailure(error, { action: `cannot ${title}`, signal });
      }),
  );
}
