/** Brings a catalog into the cluster and lets OLM connect to it. */
import { UserError } from '../../../errors.js';
import { ConfigMap, Pod } from '../../../k8s/core/v1/index.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import {
  bundleAnnotation,
  catalogLabel,
  catalogName,
  catalogObjects,
  catalogPort,
  orderAnnotation,
  type ServedBundle,
  type ServedCatalog,
} from '../../../ship/catalog/served-catalog.js';
import type { Cluster } from '../../cluster/cluster.js';
import { isReady } from '../../cluster/rollout/rollout-trouble.js';
import { CatalogSourceKind } from './olm-kinds.js';
import { type Look, poll, type PollOptions } from './polling.js';

/** Applies the files, starts the pod, and resolves when OLM has connected to it. Older pods of the catalog go away. */
export async function serveCatalog(cluster: Cluster, catalog: ServedCatalog, options: PollOptions): Promise<void> {
  const { client } = cluster;
  const { package: pack, namespace } = catalog;
  const { configMaps, pod } = objectsOf(catalog);
  const write = { fieldManager: 'kbts', force: true, signal: options.signal };
  for (const object of [...configMaps, pod]) await client.apply(asObject(object), write);
  const name = pod.metadata.name;
  const address = await poll(
    `the pod ${namespace}/${name}, which serves the catalog,`,
    () => lookAtPod(cluster, namespace, name),
    options,
  );
  await client.apply(
    {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name: catalogName(pack), namespace, labels: { [catalogLabel]: pack } },
      spec: {
        sourceType: 'grpc',
        address: `${address}:${catalogPort}`,
        displayName: `${pack} (kbts)`,
        publisher: 'kbts',
      },
    } as KubeObject,
    write,
  );
  await poll(
    `the catalog ${namespace}/${catalogName(pack)}`,
    () => lookAtCatalog(cluster, namespace, catalogName(pack)),
    options,
  );
  const { items } = await client.list(Pod, { namespace, labels: { [catalogLabel]: pack } });
  for (const old of items.filter(({ metadata }) => metadata.name !== name))
    await client.delete({ kind: Pod, namespace, name: old.metadata.name ?? '' });
}

/** The bundles that a catalog in the cluster has, from old to new. */
export async function servedBundles({ client }: Cluster, pack: string, namespace: string): Promise<ServedBundle[]> {
  const { items } = await client.list(ConfigMap, { namespace, labels: { [catalogLabel]: pack } });
  return items
    .flatMap(({ metadata: { annotations = {} }, data }) => {
      const [name, text] = [annotations[bundleAnnotation], data?.['catalog.yaml']];
      return name === undefined || text === undefined
        ? []
        : [{ name, text, order: Number(annotations[orderAnnotation]) }];
    })
    .sort((a, b) => a.order - b.order)
    .map(({ name, text }) => ({ name, text }));
}

function objectsOf(catalog: ServedCatalog): ReturnType<typeof catalogObjects> {
  try {
    return catalogObjects(catalog);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError('bundle-invalid', error.message, {
      fix: 'shorten the descriptions of CRDs ("kbts manifests --max-desc-len"), or push the bundle to a registry and use a catalog image',
      cause: error,
    });
  }
}

function asObject(manifest: object): KubeObject {
  return manifest as KubeObject;
}

async function lookAtPod({ client }: Cluster, namespace: string, name: string): Promise<Look<string>> {
  const pod = await client.find(Pod, { namespace, name });
  const address = pod?.status?.podIP;
  if (pod !== undefined && address !== undefined && isReady(pod)) return { done: address };
  const { state, lastState } = pod?.status?.containerStatuses?.[0] ?? {};
  const { reason, message } = state?.waiting ?? state?.terminated ?? {};
  const waiting = reason ?? pod?.status?.phase ?? 'it does not exist';
  const isBroken = /^(?:Err\w+|ImagePullBackOff|InvalidImageName|CrashLoopBackOff|Error)$/.test(reason ?? '');
  if (!isBroken) return { waiting };
  const end = lastState?.terminated?.message ?? '';
  const text = `the pod ${namespace}/${name}, which serves the catalog, does not start: ${[reason, message, end].filter(Boolean).join(': ')}`;
  const fix = `choose an image with opm that the cluster can pull, with --catalog-image; "kubectl logs -n ${namespace} ${name}" shows what opm says`;
  return { waiting, trouble: { error: () => new UserError('olm-failed', text, { fix }) } };
}

async function lookAtCatalog({ client }: Cluster, namespace: string, name: string): Promise<Look<true>> {
  const source = await client.find(CatalogSourceKind, { namespace, name });
  const state = source?.status?.connectionState?.lastObservedState;
  return state === 'READY' ? { done: true } : { waiting: `OLM's connection is ${state ?? 'not made yet'}` };
}
