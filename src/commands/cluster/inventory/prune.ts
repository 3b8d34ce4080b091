/** `kbts deploy --prune`: deletes what an earlier deploy made and config/ no longer has. */
import { is } from '../../../runtime/client/requests/api-error.js';
import type { Client } from '../../../runtime/client/client.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { fieldManager } from '../apply/apply-plan.js';
import type { Cluster } from '../cluster.js';
import { type DeletedObject, deleteObjects, type DeleteOptions } from '../apply/delete-objects.js';
import { explainFailure } from '../explain-failure.js';
import type { ObjectIdentity } from '../apply/object-name.js';
import { deploymentId, deploymentLabel, type InventoryOwner } from './inventory.js';

/** What became of the entries of an inventory that config/ no longer has. */
export interface StaleObjects {
  /** Made by this deployment, and still under its label and field manager. */
  readonly ours: readonly KubeObject[];
  /** There, but somebody else's by now. */
  readonly foreign: readonly ObjectIdentity[];
}

/** Looks at each entry; those that are gone are in neither list. */
export async function findStale(
  client: Client,
  entries: readonly ObjectIdentity[],
  owner: InventoryOwner,
  signal?: AbortSignal,
): Promise<StaleObjects> {
  const ours: KubeObject[] = [];
  const foreign: ObjectIdentity[] = [];
  for (const entry of entries) {
    const found = await findEntry(client, entry, signal).catch((error: unknown) => {
      throw explainFailure(error, { action: `cannot look at ${entry.kind} ${entry.name}`, signal });
    });
    if (!found) continue;
    if (isOurs(found, owner)) ours.push(found);
    else foreign.push(entry);
  }
  return { ours, foreign };
}

/** Deletes what is ours and waits until it is gone; what is not ours stays, and is listed as such. */
export async function prune(cluster: Cluster, stale: StaleObjects, options: DeleteOptions): Promise<DeletedObject[]> {
  const kept = stale.foreign.map((entry): DeletedObject => ({
    ...entry,
    outcome: 'kept',
    reason: `it does not have the label ${deploymentLabel} of this deployment, or "${fieldManager}" does not manage it any more`,
  }));
  const { ours } = stale;
  return ours.length === 0 ? kept : [...(await deleteObjects(cluster, ours, options)), ...kept];
}

/** An object that the server has, whose kind it may not serve any more. */
async function findEntry(
  client: Client,
  { apiVersion, kind, namespace, name }: ObjectIdentity,
  signal: AbortSignal | undefined,
): Promise<KubeObject | undefined> {
  try {
    const served = await client.mapper.kindFor({ ...parseApiVersion(apiVersion), kind }, { signal });
    const found = await client.find(served, { name, namespace }, { signal });
    return found && ({ ...found, apiVersion, kind } as KubeObject);
  } catch (error) {
    if (is.noMatch(error)) return undefined;
    throw error;
  }
}

function isOurs({ metadata }: KubeObject, owner: InventoryOwner): boolean {
  const isApplied = metadata.managedFields?.some(
    ({ manager, operation }) => manager === fieldManager && operation === 'Apply',
  );
  return isApplied === true && metadata.labels?.[deploymentLabel] === deploymentId(owner);
}
