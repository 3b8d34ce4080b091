/** What a fresh cluster has. */
import { randomUUID } from 'node:crypto';
import type { ApiObject } from './api-object.js';
import { timestamp, type WallClock } from '../wall-clock.js';
import { initialRoles } from '../access/initial-roles.js';
import { NAMESPACES } from '../resources/namespace-lifecycle.js';
import type { ObjectStore } from './object-store.js';

const NAMES = ['kube-system', 'kube-public', 'kube-node-lease', 'default'];

/** Stores the initial objects. */
export function createInitialObjects(store: ObjectStore, clock: WallClock): void {
  for (const name of NAMES) store.collection(NAMESPACES).create(namespaceObject(name, clock));
  for (const object of initialRoles()) create(store, `rbac.authorization.k8s.io/${object.plural}`, object.body, clock);
  create(store, '/services', KUBERNETES_SERVICE, clock);
  for (const object of PRIORITIES) create(store, 'scheduling.k8s.io/priorityclasses', object, clock);
}

/** Settings for other API servers and old tokens. */
export function createSystemConfig(store: ObjectStore, clock: WallClock, ca: string | undefined): void {
  const configMap = (name: string, data: Record<string, string>): void =>
    create(
      store,
      '/configmaps',
      { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace: 'kube-system' }, data },
      clock,
    );
  configMap('extension-apiserver-authentication', ca === undefined ? {} : { 'client-ca-file': ca });
  configMap('kube-apiserver-legacy-service-account-token-tracking', { since: timestamp(clock).slice(0, 10) });
}

/** Says where the API server is, as the Service `kubernetes` of a real cluster does. */
export function createServerEndpoints(store: ObjectStore, clock: WallClock, port: number): void {
  const [kind, ip] = ['Endpoints', '127.0.0.1'];
  const metadata = { name: 'kubernetes', namespace: 'default' };
  const ports = [{ name: 'https', port, protocol: 'TCP' }];
  const skip = { 'endpointslice.kubernetes.io/skip-mirror': 'true' };
  const subsets = [{ addresses: [{ ip }], ports }];
  create(store, '/endpoints', { kind, apiVersion: 'v1', metadata: { ...metadata, labels: skip }, subsets }, clock);
  const labels = { 'kubernetes.io/service-name': 'kubernetes' };
  const slice: ApiObject = {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: { ...metadata, generation: 1, labels },
    addressType: 'IPv4',
    endpoints: [{ addresses: [ip], conditions: { ready: true } }],
    ports,
  };
  create(store, 'discovery.k8s.io/endpointslices', slice, clock);
}

function create(store: ObjectStore, collection: string, object: ApiObject, clock: WallClock): void {
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

const PRIORITIES: readonly ApiObject[] = [
  priority(
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
  priority(
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
];

function priority(name: string, value: number, description: string): ApiObject {
  return {
    kind: 'PriorityClass',
    apiVersion: 'scheduling.k8s.io/v1',
    metadata: { name, generation: 1 },
    value,
    description,
    preemptionPolicy: 'PreemptLowerPriority',
  };
}

function namespaceObject(name: string, clock: WallClock): ApiObject {
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
