/** EndpointSlices of Services, from the ready pods that their selectors choose. */
import type { ApiObject } from '../storage/api-object.js';
import type { Backend } from '../backend.js';
import { isObject, jsonEqual, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { matchesLabels } from '../selectors/label-selector.js';
import type { BuiltinController } from './controller-loop.js';
import { InternalClient } from './internal-client.js';
import { controllerReference, isReady, specOf, statusOf } from './workload.js';

const SERVICE_LABEL = 'kubernetes.io/service-name';

/** Keeps one EndpointSlice for each Service. Keys are `namespace/name`. */
export function endpointController(backend: Backend): BuiltinController {
  const client = new InternalClient(backend);
  return {
    name: 'endpointslice-controller',
    keysFor: (collection, { object }) => {
      const { namespace = '', name = '' } = object.metadata;
      if (collection === '/services') return [`${namespace}/${name}`];
      if (collection !== '/pods') return [];
      const services = client.list(client.type('', 'v1', 'Service'), namespace);
      return services
        .filter((service) => selects(service, object))
        .map((service) => `${namespace}/${service.metadata.name ?? ''}`);
    },
    reconcile: (key) => reconcile(client, key),
  };
}

function selects(service: ApiObject, pod: ApiObject): boolean {
  const { selector } = specOf(service);
  if (!isObject(selector) || Object.keys(selector).length === 0) return false;
  const requirements = Object.entries(selector).map(([key, value]) => ({
    key,
    operator: 'In' as const,
    values: [String(value)],
  }));
  return matchesLabels(requirements, pod.metadata.labels);
}

async function reconcile(client: InternalClient, key: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const service = client.get(client.type('', 'v1', 'Service'), namespace, name);
  if (service === undefined || !isObject(specOf(service)['selector'])) return;
  const type = client.type('discovery.k8s.io', 'v1', 'EndpointSlice');
  const pods = client
    .list(client.type('', 'v1', 'Pod'), namespace)
    .filter((pod) => selects(service, pod) && statusOf(pod)['podIP'] !== undefined);
  const content = { endpoints: pods.map(endpointOf), ports: portsOf(service) };
  const slice = client.list(type, namespace).find((candidate) => candidate.metadata.labels?.[SERVICE_LABEL] === name);
  if (slice === undefined) {
    await client.create(type, {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: `${name}-kbts`,
        namespace,
        labels: { [SERVICE_LABEL]: name, 'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io' },
        ownerReferences: [controllerReference(service)],
      },
      addressType: 'IPv4',
      ...content,
    });
    return;
  }
  const isSame =
    jsonEqual(slice['endpoints'] ?? [], content.endpoints) && jsonEqual(slice['ports'] ?? [], content.ports);
  if (!isSame) await client.patch(slice, type, content);
}

function endpointOf(pod: ApiObject): JsonObject {
  const isUp = isReady(pod) && pod.metadata.deletionTimestamp === undefined;
  const { name, namespace, uid } = pod.metadata;
  return {
    addresses: [String(statusOf(pod)['podIP'])],
    conditions: { ready: isUp, serving: isUp, terminating: pod.metadata.deletionTimestamp !== undefined },
    nodeName: String(specOf(pod)['nodeName'] ?? ''),
    targetRef: { kind: 'Pod', name, namespace, uid },
  };
}

function portsOf(service: ApiObject): JsonValue[] {
  const { ports } = specOf(service);
  if (!Array.isArray(ports)) return [];
  return ports.filter(isObject).map(({ name, port, targetPort, protocol }) => ({
    name: name ?? '',
    port: typeof targetPort === 'number' ? targetPort : (port ?? 0),
    protocol: protocol ?? 'TCP',
  }));
}
