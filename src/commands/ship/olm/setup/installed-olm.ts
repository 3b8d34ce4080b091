/** Finds out which OLM a cluster has, and which objects belong to it. */
import { CustomResourceDefinition } from '../../../../k8s/apiextensions/v1/index.js';
import { ConfigMap } from '../../../../k8s/core/v1/index.js';
import { is } from '../../../../runtime/client/requests/api-error.js';
import { parseApiVersion } from '../../../../kubernetes/version/api-version.js';
import type { KubeObject } from '../../../../runtime/object/meta.js';
import type { Cluster } from '../../../cluster/cluster.js';
import { identityOf, type ObjectIdentity } from '../../../cluster/apply/object-name.js';
import {
  inventoryName,
  inventoryObject,
  type InventoryOwner,
  readInventory,
} from '../../../cluster/inventory/inventory.js';
import { ClusterServiceVersionKind } from '../olm-kinds.js';
import { defaultOlmVersion, type ManifestSource, readOlmManifests } from './olm-manifests.js';

/** Where OLM is. */
const olmNamespace = 'olm';
const owner: InventoryOwner = { projectName: 'olm', namespace: olmNamespace };
const versionAnnotation = 'kbts.dev/olm-version';

/** The OLM of a cluster. */
export interface InstalledOlm {
  readonly version: string;
  readonly objects: readonly ObjectIdentity[];
  /** `kbts olm install` made it, and has listed its objects. */
  readonly isOurs: boolean;
}

/** The list of what `kbts olm install` makes: without it, later commands would need the manifests again. */
export function olmInventory(objects: readonly KubeObject[], version: string): KubeObject {
  const list = inventoryObject(owner, objects.map(identityOf));
  const annotations = {
    'kbts.dev/description': 'What "kbts olm install" made; "kbts olm status" and "kbts olm uninstall" read it.',
    [versionAnnotation]: version,
  };
  const { labels: _, ...metadata } = list.metadata;
  return { ...list, metadata: { ...metadata, annotations } };
}

/** Undefined when there is none. Manifests are read only when kbts has not installed it. */
export async function findOlm(
  cluster: Cluster,
  source: Omit<ManifestSource, 'version'> & { readonly version?: string },
): Promise<InstalledOlm | undefined> {
  const { client } = cluster;
  const { signal } = source;
  const key = { namespace: olmNamespace, name: inventoryName(owner) };
  const list = await client.find(ConfigMap, key, { signal });
  const listed = list === undefined ? [] : await readInventory(client, owner, signal);
  if (list !== undefined && listed !== undefined && listed.length > 0) {
    const self = { apiVersion: 'v1', kind: 'ConfigMap', ...key };
    const version = list.metadata.annotations?.[versionAnnotation] ?? 'unknown';
    return { version, objects: [...listed, self], isOurs: true };
  }
  const name = 'clusterserviceversions.operators.coreos.com';
  if (!(await client.find(CustomResourceDefinition, { name }, { signal }))) return undefined;
  const version = source.version ?? (await runningVersion(cluster, signal)) ?? defaultOlmVersion;
  const { crds, others } = await readOlmManifests({ ...source, version });
  return { version, objects: [...crds, ...others].map(identityOf), isOurs: false };
}

/** What the package server, which is a part of OLM, says. */
async function runningVersion({ client }: Cluster, signal: AbortSignal | undefined): Promise<string | undefined> {
  const key = { namespace: olmNamespace, name: 'packageserver' };
  const csv = await client.find(ClusterServiceVersionKind, key, { signal });
  return csv?.metadata.labels?.['olm.version'] ?? csv?.spec?.version;
}

/** An object of the cluster; undefined, too, when the server does not know its kind. */
export async function findObject(
  { client }: Cluster,
  { apiVersion, kind, name, namespace }: ObjectIdentity,
  signal: AbortSignal | undefined,
): Promise<KubeObject | undefined> {
  try {
    const served = await client.mapper.kindFor({ ...parseApiVersion(apiVersion), kind }, { signal });
    return (await client.find(served, { name, namespace }, { signal })) as KubeObject | undefined;
  } catch (error) {
    if (is.noMatch(error)) return undefined;
    throw error;
  }
}
