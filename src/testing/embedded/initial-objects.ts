/** What a fresh cluster has. */
import { randomUUID } from 'node:crypto';
import type { ApiObject } from './api-object.js';
import { timestamp, type Clock } from './clock.js';
import { initialRoles } from './initial-roles.js';
import { NAMESPACES } from './namespace-lifecycle.js';
import type { ObjectStore } from './object-store.js';

const NAMES = ['kube-system', 'kube-public', 'kube-node-lease', 'default'];

/** Stores the initial namespaces. */
export function createInitialObjects(store: ObjectStore, clock: Clock): void {
  for (const name of NAMES) store.collection(NAMESPACES).create(namespaceObject(name, clock));
  for (const object of initialRoles()) create(store, `rbac.authorization.k8s.io/${object.plural}`, object.body, clock);
  create(store, '/services', KUBERNETES_SERVICE, clock);
}

function create(store: ObjectStore, collection: string, object: ApiObject, clock: Clock): void {
  const metadata = { ...object.metadata, uid: randomUUID(), creationTimestamp: timestamp(clock) };
  store.collection(collection).create({ ...object, metadata });
}

const KUBERNETES_SERVICE: ApiObject = {
  kind: 'Service',
  apiVersion: 'v1',
  metadata: {
    name: 'kubernetes',
    namespace: 'default',
    labels: { component: 'apiserver', provider: 'kubernetes' },
  },
  spec: {
    ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: 443 }],
    clusterIP: '10.0.0.1',
    clusterIPs: ['10.0.0.1'],
    type: 'ClusterIP',
    sessionAffinity: 'None',
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    internalTrafficPolicy: 'Cluster',
  },
  status: { loadBalancer: {} },
};

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
