/** StatefulSets: pods with fixed names, one after the other, each with its volume claims; DaemonSets: one pod per node. */
import type { ApiObject } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import { randomSuffix } from '../resources/object-preparation.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';
import { ownKeys } from './replica-set-controller.js';
import {
  isActive,
  isControlledBy,
  isNews,
  isReady,
  numberOf,
  podFrom,
  specOf,
  templateHash,
  templateOf,
} from './workload.js';

/** Keeps StatefulSets and their pods in step. Keys are `namespace/name`. */
export function statefulSetController(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'statefulset-controller',
    keysFor: (collection, { object }) => ownKeys(collection, object, 'apps/statefulsets', 'StatefulSet'),
    reconcile: (key) => reconcileStateful(client, key),
  };
}

/** Keeps DaemonSets and their one pod in step. Keys are `namespace/name`. */
export function daemonSetController(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'daemonset-controller',
    keysFor: (collection, { object }) => ownKeys(collection, object, 'apps/daemonsets', 'DaemonSet'),
    reconcile: (key) => reconcileDaemon(client, key),
  };
}

async function reconcileStateful(client: InternalClient, key: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const type = client.type('apps', 'v1', 'StatefulSet');
  const podType = client.type('', 'v1', 'Pod');
  const set = client.get(type, namespace, name);
  if (set === undefined) return;
  const hash = templateHash(templateOf(set));
  const revision = `${name}-${hash}`;
  const podsOf = (): ApiObject[] => client.list(podType, namespace).filter((pod) => isControlledBy(pod, set));
  if (set.metadata.deletionTimestamp === undefined) await scaleStateful(client, set, revision, podsOf());
  const pods = podsOf().filter(isActive);
  const ready = pods.filter(isReady);
  const updated = pods.filter((pod) => pod.metadata.labels?.['controller-revision-hash'] === revision).length;
  const isDone = updated === numberOf(specOf(set)['replicas'], 1);
  const status = {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas: ready.length || null,
    availableReplicas: ready.length,
    currentReplicas: (isDone ? pods.length : pods.length - updated) || null,
    updatedReplicas: updated || null,
    updateRevision: revision,
    ...(isDone ? { currentRevision: revision } : {}),
    collisionCount: 0,
  };
  if (isNews(set, status)) await client.patch(set, type, { status }, 'status');
}

async function scaleStateful(
  client: InternalClient,
  set: ApiObject,
  revision: string,
  pods: readonly ApiObject[],
): Promise<void> {
  const podType = client.type('', 'v1', 'Pod');
  const { name = '' } = set.metadata;
  const wanted = numberOf(specOf(set)['replicas'], 1);
  const isParallel = specOf(set)['podManagementPolicy'] === 'Parallel';
  const byName = new Map(pods.map((pod) => [pod.metadata.name ?? '', pod]));
  for (let index = 0; index < wanted; index++) {
    const podName = `${name}-${index}`;
    const pod = byName.get(podName);
    if (pod === undefined) {
      await createClaims(client, set, podName);
      const labels = {
        'apps.kubernetes.io/pod-index': String(index),
        'controller-revision-hash': revision,
        'statefulset.kubernetes.io/pod-name': podName,
      };
      await client.create(podType, podFrom(set, { name: podName }, labels));
      if (!isParallel) return;
    } else if (pod.metadata.labels?.['controller-revision-hash'] !== revision) {
      await client.remove(pod, podType, { gracePeriodSeconds: 0 });
      return;
    } else if (!isReady(pod) && !isParallel) return;
  }
  for (const pod of pods) {
    const index = Number((pod.metadata.name ?? '').slice(name.length + 1));
    if (index >= wanted) await client.remove(pod, podType, { gracePeriodSeconds: 0 });
  }
}

async function createClaims(client: InternalClient, set: ApiObject, podName: string): Promise<void> {
  const templates = specOf(set)['volumeClaimTemplates'];
  if (!Array.isArray(templates)) return;
  const claimType = client.type('', 'v1', 'PersistentVolumeClaim');
  for (const template of templates.filter(isObject)) {
    const metadata = isObject(template['metadata']) ? template['metadata'] : {};
    const name = `${String(metadata['name'])}-${podName}`;
    const claim: JsonObject = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { ...metadata, name, namespace: set.metadata.namespace },
      spec: template['spec'],
    };
    await client.create(claimType, claim);
  }
}

async function reconcileDaemon(client: InternalClient, key: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const type = client.type('apps', 'v1', 'DaemonSet');
  const podType = client.type('', 'v1', 'Pod');
  const set = client.get(type, namespace, name);
  if (set === undefined) return;
  const podsOf = (): ApiObject[] =>
    client.list(podType, namespace).filter((pod) => isControlledBy(pod, set) && isActive(pod));
  const hash = templateHash(templateOf(set));
  if (set.metadata.deletionTimestamp === undefined) {
    const outdated = podsOf().filter((pod) => pod.metadata.labels?.['controller-revision-hash'] !== hash);
    for (const pod of outdated) await client.remove(pod, podType, { gracePeriodSeconds: 0 });
    if (podsOf().length === 0) {
      const metadata = { name: `${name}-${randomSuffix()}`, generateName: `${name}-` };
      await client.create(podType, podFrom(set, metadata, { 'controller-revision-hash': hash }));
    }
  }
  const ready = podsOf().filter(isReady).length;
  const status = {
    observedGeneration: set.metadata.generation ?? 0,
    currentNumberScheduled: podsOf().length,
    desiredNumberScheduled: 1,
    numberMisscheduled: 0,
    numberReady: ready,
    numberAvailable: ready || null,
    updatedNumberScheduled: podsOf().length,
  };
  if (isNews(set, status)) await client.patch(set, type, { status }, 'status');
}
