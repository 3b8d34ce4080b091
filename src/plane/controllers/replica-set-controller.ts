/** ReplicaSets: as many pods as they say. */
import type { ApiObject } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { randomSuffix } from '../resources/object-preparation.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';
import { isActive, isControlledBy, isNews, isReady, numberOf, podFrom, specOf } from './workload.js';

/** Keeps ReplicaSets and their pods in step. Keys are `namespace/name`. */
export function replicaSetController(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'replicaset-controller',
    keysFor: (collection, { object }) => ownKeys(collection, object, 'apps/replicasets', 'ReplicaSet'),
    reconcile: (key) => reconcile(client, key),
  };
}

/** The key of a workload itself, or of the one that controls a changed pod or other child. */
export function ownKeys(collection: string, object: ApiObject, own: string, kind: string): string[] {
  const { namespace = '', name = '' } = object.metadata;
  if (collection === own) return [`${namespace}/${name}`];
  const owner = (object.metadata.ownerReferences ?? []).find((reference) => reference.controller === true);
  return owner?.kind === kind ? [`${namespace}/${owner.name}`] : [];
}

async function reconcile(client: InternalClient, key: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const type = client.type('apps', 'v1', 'ReplicaSet');
  const podType = client.type('', 'v1', 'Pod');
  const set = client.get(type, namespace, name);
  if (set === undefined) return;
  const pods = client.list(podType, namespace).filter((pod) => isControlledBy(pod, set) && isActive(pod));
  const wanted = numberOf(specOf(set)['replicas'], 1);
  if (set.metadata.deletionTimestamp === undefined) {
    for (let count = pods.length; count < wanted; count++) {
      await client.create(podType, podFrom(set, { name: `${name}-${randomSuffix()}`, generateName: `${name}-` }));
    }
    for (const pod of pods.slice(wanted)) await client.remove(pod, podType);
  }
  const current = client.list(podType, namespace).filter((pod) => isControlledBy(pod, set) && isActive(pod));
  const ready = current.filter(isReady).length;
  const status = {
    replicas: current.length,
    fullyLabeledReplicas: current.length || null,
    readyReplicas: ready || null,
    availableReplicas: ready || null,
    observedGeneration: set.metadata.generation ?? 0,
  };
  if (isNews(set, status)) await client.patch(set, type, { status }, 'status');
}
