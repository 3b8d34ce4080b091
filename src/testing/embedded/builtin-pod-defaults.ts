/** Defaults of pods and pod templates. */
import { isObject, type JsonObject, type JsonValue } from './json.js';

/** A pod spec with everything that the server fills in. */
export function withPodDefaults(spec: JsonObject, kind: 'pod' | 'template' = 'template'): JsonObject {
  const filled: JsonObject = {
    ...spec,
    restartPolicy: spec['restartPolicy'] ?? 'Always',
    terminationGracePeriodSeconds: spec['terminationGracePeriodSeconds'] ?? 30,
    dnsPolicy: spec['dnsPolicy'] ?? 'ClusterFirst',
    securityContext: spec['securityContext'] ?? {},
    schedulerName: spec['schedulerName'] ?? 'default-scheduler',
    containers: each(spec['containers'], containerDefaults),
  };
  if (spec['initContainers'] !== undefined) filled['initContainers'] = each(spec['initContainers'], containerDefaults);
  if (spec['volumes'] !== undefined) filled['volumes'] = each(spec['volumes'], volumeDefaults);
  const account = spec['serviceAccountName'] ?? spec['serviceAccount'];
  if (account !== undefined) Object.assign(filled, { serviceAccountName: account, serviceAccount: account });
  if (kind === 'template') return filled;
  return {
    ...filled,
    priority: spec['priority'] ?? 0,
    enableServiceLinks: spec['enableServiceLinks'] ?? true,
    preemptionPolicy: spec['preemptionPolicy'] ?? 'PreemptLowerPriority',
  };
}

function each(list: JsonValue | undefined, change: (item: JsonObject) => JsonObject): JsonValue | undefined {
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? change(item) : item)) : list;
}

function containerDefaults(container: JsonObject): JsonObject {
  const image = typeof container['image'] === 'string' ? container['image'] : '';
  const filled: JsonObject = {
    ...container,
    resources: resourceDefaults(container['resources']),
    terminationMessagePath: container['terminationMessagePath'] ?? '/dev/termination-log',
    terminationMessagePolicy: container['terminationMessagePolicy'] ?? 'File',
    imagePullPolicy: container['imagePullPolicy'] ?? (isLatest(image) ? 'Always' : 'IfNotPresent'),
  };
  if (container['ports'] !== undefined) {
    filled['ports'] = each(container['ports'], (port) => ({ ...port, protocol: port['protocol'] ?? 'TCP' }));
  }
  if (container['env'] !== undefined) filled['env'] = each(container['env'], envDefaults);
  for (const probe of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const value = container[probe];
    if (isObject(value)) filled[probe] = probeDefaults(value);
  }
  return filled;
}

/** A limit without a request is a request, too. */
function resourceDefaults(resources: JsonValue | undefined): JsonObject {
  if (!isObject(resources)) return {};
  const { limits, requests } = resources;
  if (!isObject(limits)) return resources;
  return { ...resources, requests: { ...limits, ...(isObject(requests) ? requests : {}) } };
}

function isLatest(image: string): boolean {
  const name = image.split('@')[0] ?? '';
  if (image.includes('@')) return false;
  const tag = name.slice(name.lastIndexOf('/') + 1).split(':')[1];
  return tag === undefined || tag === 'latest';
}

function envDefaults(variable: JsonObject): JsonObject {
  const { valueFrom } = variable;
  if (!isObject(valueFrom) || !isObject(valueFrom['fieldRef'])) return variable;
  const fieldRef = { ...valueFrom['fieldRef'], apiVersion: valueFrom['fieldRef']['apiVersion'] ?? 'v1' };
  return { ...variable, valueFrom: { ...valueFrom, fieldRef } };
}

function probeDefaults(probe: JsonObject): JsonObject {
  const { httpGet } = probe;
  const filled: JsonObject = {
    ...probe,
    timeoutSeconds: probe['timeoutSeconds'] ?? 1,
    periodSeconds: probe['periodSeconds'] ?? 10,
    successThreshold: probe['successThreshold'] ?? 1,
    failureThreshold: probe['failureThreshold'] ?? 3,
  };
  if (isObject(httpGet)) {
    filled['httpGet'] = { ...httpGet, path: httpGet['path'] ?? '/', scheme: httpGet['scheme'] ?? 'HTTP' };
  }
  return filled;
}

function volumeDefaults(volume: JsonObject): JsonObject {
  const filled: JsonObject = { ...volume };
  for (const source of ['secret', 'configMap', 'downwardAPI', 'projected']) {
    const value = volume[source];
    if (isObject(value)) filled[source] = { ...value, defaultMode: value['defaultMode'] ?? 420 };
  }
  const sources = Object.keys(volume).filter((key) => key !== 'name');
  if (sources.length === 0) filled['emptyDir'] = {};
  return filled;
}
