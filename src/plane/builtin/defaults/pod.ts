/** Defaults of pods and pod templates. */
import { isObject, type JsonObject } from '../../../kubernetes/json/json-value.js';
import { isLatest } from './images.js';
import { all, filled, type Shape } from './shape.js';
import { volume } from './volumes.js';

const httpGet: Shape = { path: { zero: '/' }, scheme: { zero: 'HTTP' }, protocol: { dropped: true } };
const hook: Shape = { httpGet: { inside: httpGet } };
const probe: Shape = {
  httpGet: { inside: httpGet },
  grpc: { inside: { service: { absent: '' }, mode: { dropped: true } } },
  timeoutSeconds: { zero: 1 },
  periodSeconds: { zero: 10 },
  successThreshold: { zero: 1 },
  failureThreshold: { zero: 3 },
};

function pullPolicy(container: JsonObject): JsonObject {
  const given = container['imagePullPolicy'];
  if (given !== undefined && given !== '') return container;
  const image = typeof container['image'] === 'string' ? container['image'] : '';
  return { ...container, imagePullPolicy: isLatest(image) ? 'Always' : 'IfNotPresent' };
}

/** A lifecycle that has nothing left is none. */
function lifecycleLeft(item: JsonObject): JsonObject {
  const { lifecycle, ...rest } = item;
  return isObject(lifecycle) && Object.keys(lifecycle).length === 0 ? rest : item;
}

const container: Shape = all(
  pullPolicy,
  {
    resources: { made: {} },
    terminationMessagePath: { zero: '/dev/termination-log' },
    terminationMessagePolicy: { zero: 'File' },
    ports: { each: { protocol: { zero: 'TCP' } } },
    env: { each: { valueFrom: { inside: { fieldRef: { inside: { apiVersion: { zero: 'v1' } } } } } } },
    volumeMounts: { each: { bindMountOptions: { dropped: true } } },
    livenessProbe: { inside: probe },
    readinessProbe: { inside: probe },
    startupProbe: { inside: probe },
    lifecycle: { inside: { postStart: { inside: hook }, preStop: { inside: hook }, stopSignal: { dropped: true } } },
  },
  lifecycleLeft,
);

function serviceAccount(spec: JsonObject): JsonObject {
  const account = spec['serviceAccountName'] === '' ? undefined : spec['serviceAccountName'];
  const name = account ?? spec['serviceAccount'];
  return name === undefined ? spec : { ...spec, serviceAccountName: name, serviceAccount: name };
}

/** The spec of pods and templates. */
export const podSpec: Shape = all(serviceAccount, {
  restartPolicy: { zero: 'Always' },
  terminationGracePeriodSeconds: { absent: 30 },
  dnsPolicy: { zero: 'ClusterFirst' },
  securityContext: { made: {} },
  schedulerName: { zero: 'default-scheduler' },
  schedulingGroup: { dropped: true },
  evictionResponders: { dropped: true },
  containers: { each: container },
  initContainers: { each: container },
  ephemeralContainers: { each: container },
  volumes: { each: volume },
});

/** A limit without a request is a request, too. */
function requests(item: JsonObject): JsonObject {
  const { resources } = item;
  if (!isObject(resources) || !isObject(resources['limits'])) return item;
  const given = isObject(resources['requests']) ? resources['requests'] : {};
  return { ...item, resources: { ...resources, requests: { ...resources['limits'], ...given } } };
}

const hostPorts: Shape = {
  ports: { each: (port) => (port['hostPort'] === undefined || port['hostPort'] === 0 ? hostPort(port) : port) },
};

const hostPort = (port: JsonObject): JsonObject => ({ ...port, hostPort: port['containerPort'] });

function ofHost(spec: JsonObject): JsonObject {
  if (spec['hostNetwork'] !== true) return spec;
  return filled(spec, { containers: { each: hostPorts }, initContainers: { each: hostPorts } });
}

function grace(spec: JsonObject): JsonObject {
  const seconds = spec['terminationGracePeriodSeconds'];
  return typeof seconds === 'number' && seconds < 0 ? { ...spec, terminationGracePeriodSeconds: 1 } : spec;
}

const ownSpec: Shape = all(
  podSpec,
  { enableServiceLinks: { absent: true }, containers: { each: requests }, initContainers: { each: requests } },
  ofHost,
  grace,
);

/** A pod. */
export const pod: Shape = { spec: { made: ownSpec } };

/** A template of a workload. */
export const podTemplate: Shape = { spec: { made: podSpec } };

const TOLERATED = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** What admission adds to a new pod: priority and tolerations. */
export function admittedPod(spec: JsonObject): JsonObject {
  const tolerations = Array.isArray(spec['tolerations']) ? spec['tolerations'] : [];
  const isTolerated = (key: string): boolean => tolerations.some((item) => isObject(item) && tolerates(item, key));
  const added = TOLERATED.filter((key) => !isTolerated(key)).map((key) => ({
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

function tolerates(item: JsonObject, key: string): boolean {
  const { key: own, effect } = item;
  const isKey = own === undefined || own === '' || own === key;
  return isKey && (effect === undefined || effect === '' || effect === 'NoExecute');
}
