/** Defaults of everything that is not a workload. */
import { isObject, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';
import { all, filled, type Shape } from './shape.js';
import { claimSpec, sharedSources } from './volumes.js';

const OWN_ADDRESS = new Set(['ClusterIP', 'NodePort', 'LoadBalancer']);

function affinity(spec: JsonObject): JsonObject {
  const { sessionAffinityConfig, ...rest } = spec;
  if (spec['sessionAffinity'] === 'None') return rest;
  if (spec['sessionAffinity'] !== 'ClientIP') return spec;
  const client = isObject(sessionAffinityConfig) ? sessionAffinityConfig['clientIP'] : undefined;
  if (isObject(client) && client['timeoutSeconds'] !== undefined) return spec;
  return { ...spec, sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } };
}

function targetPort(port: JsonObject): JsonObject {
  const given = port['targetPort'];
  return given === undefined || given === 0 || given === '' ? { ...port, targetPort: port['port'] ?? 0 } : port;
}

/** Whether a Service can be reached from outside. */
export function isReachable(spec: JsonObject): boolean {
  const hasAddresses = Array.isArray(spec['externalIPs']) && spec['externalIPs'].length > 0;
  const type = String(spec['type']);
  return ['LoadBalancer', 'NodePort'].includes(type) || (type === 'ClusterIP' && hasAddresses);
}

function traffic(spec: JsonObject): JsonObject {
  const result = { ...spec };
  if (isReachable(spec)) Object.assign(result, filled(spec, { externalTrafficPolicy: { zero: 'Cluster' } }));
  const type = String(spec['type']);
  if (OWN_ADDRESS.has(type)) result['internalTrafficPolicy'] ??= 'Cluster';
  if (type === 'LoadBalancer') result['allocateLoadBalancerNodePorts'] ??= true;
  return result;
}

/** Service. */
export const service: Shape = {
  spec: {
    made: all(
      {
        sessionAffinity: { zero: 'None' },
        type: { zero: 'ClusterIP' },
        ports: { each: all({ protocol: { zero: 'TCP' } }, targetPort) },
      },
      affinity,
      traffic,
    ),
  },
};

/** Endpoints. */
export const endpoints: Shape = { subsets: { each: { ports: { each: { protocol: { zero: 'TCP' } } } } } };
/** EndpointSlice. */
export const endpointSlice: Shape = all(
  {
    ports: { each: { name: { absent: '' }, protocol: { absent: 'TCP' } } },
    endpoints: { each: { deprecatedTopology: { dropped: true } } },
  },
  { ports: { absent: null }, endpoints: { absent: null } },
);
/** Role and ClusterRole. */
export const role: Shape = { rules: { absent: null } };
/** ServiceAccount: of its secrets, only the names count. */
export const serviceAccount: Shape = {
  secrets: { each: ({ name }) => (name === undefined ? {} : { name }) },
};
/** Lease. */
export const lease: Shape = { spec: { inside: { strategy: { dropped: true }, preferredHolder: { dropped: true } } } };
/** PersistentVolumeClaim. */
export const claim: Shape = { spec: { made: claimSpec } };
/** PersistentVolume. */
export const persistentVolume: Shape = {
  spec: {
    made: all(sharedSources, {
      persistentVolumeReclaimPolicy: { zero: 'Retain' },
      volumeMode: { absent: 'Filesystem' },
    }),
  },
};
/** StorageClass. */
export const storageClass: Shape = { reclaimPolicy: { absent: 'Delete' }, volumeBindingMode: { absent: 'Immediate' } };
/** PriorityClass. */
export const priorityClass: Shape = { preemptionPolicy: { absent: 'PreemptLowerPriority' } };

function containerLimits(item: JsonObject): JsonObject {
  if (item['type'] !== 'Container') return item;
  const map = (key: string): JsonObject => (isObject(item[key]) ? item[key] : {});
  const limits = { ...map('max'), ...map('default') };
  const requests = { ...map('min'), ...limits, ...map('defaultRequest') };
  const orNothing = (values: JsonObject): JsonValue | undefined =>
    Object.keys(values).length > 0 ? values : undefined;
  return { ...item, default: orNothing(limits), defaultRequest: orNothing(requests) };
}

/** LimitRange. */
export const limitRange: Shape = { spec: { made: { limits: { each: containerLimits } } } };

const networkPorts: Shape = { ports: { each: { protocol: { absent: 'TCP' } } } };

function policyTypes(spec: JsonObject): JsonObject {
  if (Array.isArray(spec['policyTypes']) && spec['policyTypes'].length > 0) return spec;
  const hasEgress = Array.isArray(spec['egress']) && spec['egress'].length > 0;
  return { ...spec, policyTypes: hasEgress ? ['Ingress', 'Egress'] : ['Ingress'] };
}

/** NetworkPolicy. */
export const networkPolicy: Shape = {
  spec: { made: all({ ingress: { each: networkPorts }, egress: { each: networkPorts } }, policyTypes) },
};
/** IngressClass. */
export const ingressClass: Shape = { spec: { made: { parameters: { inside: { scope: { absent: 'Cluster' } } } } } };

const UTILIZATION: JsonValue = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];
const UP: Shape = {
  stabilizationWindowSeconds: { absent: 0 },
  selectPolicy: { absent: 'Max' },
  policies: {
    absent: [
      { type: 'Pods', value: 4, periodSeconds: 15 },
      { type: 'Percent', value: 100, periodSeconds: 15 },
    ],
  },
};
const DOWN: Shape = {
  selectPolicy: { absent: 'Max' },
  policies: { absent: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
};

/** HorizontalPodAutoscaler of the first version. */
export const firstAutoscaler: Shape = { spec: { made: { minReplicas: { absent: 1 } } } };

/** HorizontalPodAutoscaler. */
export const autoscaler: Shape = {
  spec: {
    made: {
      minReplicas: { absent: 1 },
      metrics: { absent: UTILIZATION },
      behavior: { inside: { scaleUp: { made: UP }, scaleDown: { made: DOWN } } },
    },
  },
};

const GROUP = 'rbac.authorization.k8s.io';
const subject: Shape = (item) =>
  item['kind'] === 'User' || item['kind'] === 'Group' ? filled(item, { apiGroup: { zero: GROUP } }) : item;

/** RoleBinding and ClusterRoleBinding. */
export const binding: Shape = { roleRef: { made: { apiGroup: { zero: GROUP } } }, subjects: { each: subject } };

const rules: Shape = { scope: { absent: '*' } };
const webhook: Shape = {
  clientConfig: { made: { service: { inside: { port: { absent: 443 } } } } },
  rules: { each: rules },
  failurePolicy: { absent: 'Fail' },
  matchPolicy: { absent: 'Equivalent' },
  namespaceSelector: { absent: {} },
  objectSelector: { absent: {} },
  timeoutSeconds: { absent: 10 },
};

/** ValidatingWebhookConfiguration. */
export const validatingWebhooks: Shape = { webhooks: { each: webhook } };
/** MutatingWebhookConfiguration. */
export const mutatingWebhooks: Shape = {
  webhooks: { each: all(webhook, { reinvocationPolicy: { absent: 'Never' } }) },
};

const matchResources: Shape = {
  matchPolicy: { absent: 'Equivalent' },
  namespaceSelector: { absent: {} },
  objectSelector: { absent: {} },
  resourceRules: { each: rules },
  excludeResourceRules: { each: rules },
};

/** ValidatingAdmissionPolicy and MutatingAdmissionPolicy. */
export const policy: Shape = {
  spec: { made: { failurePolicy: { absent: 'Fail' }, matchConstraints: { inside: matchResources } } },
};
/** Bindings of either. */
export const policyBinding: Shape = { spec: { made: { matchResources: { inside: matchResources } } } };
