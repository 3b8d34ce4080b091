/** What a fresh cluster has. */
import { randomUUID } from 'node:crypto';
import type { ApiObject } from './api-object.js';
import { timestamp, type Clock } from './clock.js';
import { NAMESPACES } from './namespace-lifecycle.js';
import type { ObjectStore } from './object-store.js';

const NAMES = ['kube-system', 'kube-public', 'kube-node-lease', 'default'];

/** Stores the initial namespaces. */
export function createInitialObjects(store: ObjectStore, clock: Clock): void {
  for (const name of NAMES) store.collection(NAMESPACES).create(namespaceObject(name, clock));
}

function namespaceObject(name: string, clock: Clock): ApiObject {
  const time = timestamp(clock);
  return {
    kind: 'Namespace',
    apiVersion: 'v1',
    metadata: {
      name,
      uid: randomUUID(),
      creationTimestamp: time,
      labels: { 'kubernetes.io/metadata.name': name },
      managedFields: [
        {
          manager: 'kube-apiserver',
          operation: 'Update',
          apiVersion: 'v1',
          time,
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:kubernetes.io/metadata.name': {} } } },
        },
      ],
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}
