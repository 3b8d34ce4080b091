/** The inventory of one deploy: labels what it applies, lists it, and prunes what the list has too much. */
import type { KubeObject } from '../../../runtime/object/meta.js';
import { fieldManager } from '../apply/apply-plan.js';
import type { Cluster } from '../cluster.js';
import type { CommandSurroundings } from '../command-progress.js';
import type { DeletedObject } from '../apply/delete-objects.js';
import { explainFailure } from '../explain-failure.js';
import { nameOf, type ObjectIdentity } from '../apply/object-name.js';
import { objectTexts } from '../preview/object-text.js';
import {
  identities,
  inventoryName,
  inventoryObject,
  type InventoryOwner,
  labelled,
  readInventory,
  staleEntries,
} from './inventory.js';
import { findStale, prune, type StaleObjects } from './prune.js';

/** How to prune. */
export interface PruneOptions {
  readonly prune?: boolean;
  readonly diff?: boolean;
  readonly dryRun?: boolean;
  readonly timeoutMs: number;
}

/** What a deploy does for its inventory. */
export interface DeployInventory {
  /** The object with the label of this deployment. */
  label(object: KubeObject): KubeObject;
  /** The objects with labels, and the list itself; the list names what earlier deploys made, too, until it is pruned. */
  listed(objects: readonly KubeObject[]): KubeObject[];
  /** True for the list itself. */
  isList(object: ObjectIdentity): boolean;
  /** Deletes what config/ no longer has, or says so. */
  prune(options: PruneOptions): Promise<DeletedObject[]>;
}

/** Reads what earlier deploys made. */
export async function openInventory(
  cluster: Cluster,
  owner: InventoryOwner,
  rendered: readonly KubeObject[],
  { progress, signal }: CommandSurroundings,
): Promise<DeployInventory> {
  const { client } = cluster;
  const explained = (error: unknown): never => {
    throw explainFailure(error, { action: 'cannot read the inventory of earlier deploys', signal });
  };
  const entries = await readInventory(client, owner, signal).catch(explained);
  const now = identities(rendered);
  const stale = await findStale(client, staleEntries(entries ?? [], now), owner, signal);
  return {
    label: (object) => labelled(object, owner),
    listed(objects) {
      const own = objects.map((object) => labelled(object, owner));
      // Whoever may not see ConfigMaps there deploys without a list.
      return entries === undefined ? own : [inventoryObject(owner, [...now, ...identities(stale.ours)]), ...own];
    },
    isList: ({ kind, name, namespace }) =>
      kind === 'ConfigMap' && name === inventoryName(owner) && namespace === owner.namespace,
    async prune(options) {
      if (options.prune !== true) {
        warnOfStale(stale, progress.warn);
        return [];
      }
      const count = stale.ours.length;
      if (count + stale.foreign.length === 0) return [];
      const title = `${options.dryRun === true ? 'look for' : 'delete'} ${count} objects that config/ no longer has`;
      const pruned = await progress.step(title, (update) =>
        prune(cluster, stale, { ...options, action: 'prune', signal, update }),
      );
      if (options.dryRun !== true)
        await client.apply(inventoryObject(owner, now), { fieldManager, force: true, signal }).catch(explained);
      return options.diff === true ? pruned.map((object) => withTexts(object, stale)) : pruned;
    },
  };
}

function warnOfStale({ ours }: StaleObjects, warn: (message: string) => void): void {
  if (ours.length === 0) return;
  const names = identities(ours).map(nameOf).join(', ');
  warn(`config/ no longer has what an earlier deploy made: ${names}; "kbts deploy --prune" deletes it`);
}

function withTexts(object: DeletedObject, { ours }: StaleObjects): DeletedObject {
  const found = ours.find(({ kind, metadata }) => kind === object.kind && metadata.name === object.name);
  return found && object.outcome === 'deleted' ? { ...object, texts: objectTexts(found, undefined) } : object;
}
