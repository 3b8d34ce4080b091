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
  return { ...filled, enableServiceLinks: spec['enableServiceLinks'] ?? true };
}

const TOLERATED = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** What admission adds to a new pod: priority and tolerations. */
export function admittedPod(spec: JsonObject): JsonObject {
  const tolerations = Array.isArray(spec['tolerations']) ? spec['tolerations'] : [];
  const keys = new Set(tolerations.map((toleration) => (isObject(toleration) ? toleration['key'] : undefined)));
  const added = TOLERATED.filter((key) => !keys.has(key)).map((key) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  }));
  return {
    ...spec,
    priority: spec['priority'] ?? 0,
    preemptionPolicy: spec['preemptionPolicy'] ?? 'PreemptLowerPriority',
    tolerations: [...tolerations, ...added],
  };
}

/** Guaranteed, Burstable or BestEffort. */
export function qosClass(spec: JsonObject): string {
  const containers = [spec['containers'], spec['initContainers']].flatMap((list) => (Array.isArray(list) ? list : []));
  const resources = containers
    .map((container) => (isObject(container) ? container['resources'] : undefined))
    .filter(isObject);
  const amount = (resource: JsonObject, field: string, name: string): JsonValue | undefined => {
    const values = resource[field];
    return isObject(values) ? values[name] : undefined;
  };
  const isEmpty = resources.every((entry) => ['limits', 'requests'].every((field) => !isObject(entry[field])));
  if (isEmpty) return 'BestEffort';
  const isGuaranteed =
    resources.length === containers.length &&
    resources.every((entry) =>
      ['cpu', 'memory'].every((name) => {
        const limit = amount(entry, 'limits', name);
        return limit !== undefined && limit === amount(entry, 'requests', name);
      }),
    );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
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
