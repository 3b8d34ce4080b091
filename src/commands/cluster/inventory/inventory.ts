/** What `kbts deploy` has installed in a cluster: a list in a ConfigMap, and a label on each object. */
import { createHash } from 'node:crypto';
import { ConfigMap } from '../../../k8s/core/v1/index.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { Client } from '../../../runtime/client/client.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { isCrd } from '../apply/apply-order.js';
import { identityOf, type ObjectIdentity } from '../apply/object-name.js';

/** Which deployment of which project. */
export interface InventoryOwner {
  readonly projectName: string;
  /** Namespace of the manager. */
  readonly namespace: string;
}

/** On every object that can be pruned; its value names the deployment. */
export const deploymentLabel = 'kbts.dev/deployment';

const dataKey = 'objects.json';

/** Name of the ConfigMap with the list. */
export function inventoryName({ projectName }: InventoryOwner): string {
  return `${projectName}-kbts-inventory`;
}

/** Value of the label: two deployments of a project share names of cluster-scoped objects, and must not prune each other's. */
export function deploymentId({ projectName, namespace }: InventoryOwner): string {
  const id = `${namespace}.${projectName}`;
  if (id.length <= 63) return id;
  return `${id.slice(0, 46).replace(/[^a-z0-9]+$/i, '')}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}

/** CRDs have the users' data and namespaces may have anything: neither is ever pruned. */
export function isPrunable(object: Pick<KubeObject, 'apiVersion' | 'kind'>): boolean {
  return object.kind !== 'Namespace' && !isCrd(object as KubeObject);
}

/** The object with the label, when it can be pruned. */
export function labelled(object: KubeObject, owner: InventoryOwner): KubeObject {
  if (!isPrunable(object)) return object;
  const labels = { ...object.metadata.labels, [deploymentLabel]: deploymentId(owner) };
  return { ...object, metadata: { ...object.metadata, labels } };
}

/** The list itself, as an object. */
export function inventoryEntry(owner: InventoryOwner): ObjectIdentity {
  return { apiVersion: 'v1', kind: 'ConfigMap', namespace: owner.namespace, name: inventoryName(owner) };
}

/** The ConfigMap that lists these objects. */
export function inventoryObject(
  owner: InventoryOwner,
  objects: readonly ObjectIdentity[],
): KubeObject & { data: Record<string, string> } {
  const lines = [...new Set(objects.map((object) => JSON.stringify(bare(object))))].sort();
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: inventoryName(owner),
      namespace: owner.namespace,
      labels: { [deploymentLabel]: deploymentId(owner) },
      annotations: {
        'kbts.dev/description': 'What "kbts deploy" installed in this cluster; "kbts deploy --prune" needs it.',
      },
    },
    data: { [dataKey]: `[\n${lines.join(',\n')}\n]\n` },
  };
}

/** What earlier deploys made; undefined when we may not look. Entries that say nothing sensible are left out. */
export async function readInventory(
  client: Client,
  owner: InventoryOwner,
  signal?: AbortSignal,
): Promise<ObjectIdentity[] | undefined> {
  try {
    const name = inventoryName(owner);
    const found = await client.find(ConfigMap, { name, namespace: owner.namespace }, { signal });
    return parseList(found?.data?.[dataKey] ?? '[]');
  } catch (error) {
    if (is.forbidden(error)) return undefined;
    throw error;
  }
}

/** Entries of the inventory that config/ does not have any more. */
export function staleEntries(
  inventory: readonly ObjectIdentity[],
  rendered: readonly ObjectIdentity[],
): ObjectIdentity[] {
  const present = new Set(rendered.map(keyOf));
  return inventory.filter((entry) => isPrunable(entry) && !present.has(keyOf(entry)));
}

/** The version does not count: an object is the same one in all of them. */
function keyOf({ apiVersion, kind, namespace = '', name }: ObjectIdentity): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return [group, kind, namespace, name].join('|');
}

/** Identities of rendered objects, those of namespaced kinds with their namespace. */
export function identities(objects: readonly KubeObject[]): ObjectIdentity[] {
  return objects.map(identityOf);
}

function bare({ apiVersion, kind, namespace, name }: ObjectIdentity): ObjectIdentity {
  return { apiVersion, kind, ...(namespace === undefined ? {} : { namespace }), name };
}

/** Somebody may have edited it: what cannot be read prunes nothing. */
function parseList(text: string): ObjectIdentity[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isIdentity).map(bare) : [];
  } catch {
    return [];
  }
}

function isIdentity(value: unknown): value is ObjectIdentity {
  if (typeof value !== 'object' || value === null) return false;
  const { apiVersion, kind, name, namespace } = value as Partial<ObjectIdentity>;
  return (
    [apiVersion, kind, name].every((one) => typeof one === 'string' && one !== '') &&
    (namespace === undefined || typeof namespace === 'string')
  );
}
