/** Defaults of Services, Secrets, ConfigMaps, Ingresses, RBAC and webhook configurations. */
import { createHash } from 'node:crypto';
import { section, type ApiObject } from './api-object.js';
import { forbiddenValue, requiredValue, type FieldError } from './api-status.js';
import type { KindRules } from './builtin-rules.js';
import { isObject, jsonEqual, type JsonObject, type JsonValue } from './json.js';

/** Rules of Service: a cluster IP of its own, unless it is headless. */
export const serviceRules: KindRules = {
  setDefaults: (object) => {
    const spec = section(object, 'spec');
    const type = spec['type'] ?? 'ClusterIP';
    const filled: JsonObject = { ...spec, type, sessionAffinity: spec['sessionAffinity'] ?? 'None' };
    if (Array.isArray(spec['ports'])) {
      filled['ports'] = spec['ports'].map((port) =>
        isObject(port)
          ? { ...port, protocol: port['protocol'] ?? 'TCP', targetPort: port['targetPort'] ?? port['port'] }
          : port,
      );
    }
    if (type !== 'ExternalName') filled['internalTrafficPolicy'] = spec['internalTrafficPolicy'] ?? 'Cluster';
    return { ...object, spec: filled };
  },
  prepareCreate: (object) => ({ ...object, spec: withAddress(object), status: { loadBalancer: {} } }),
  prepareUpdate: (after, before) => {
    const spec = section(after, 'spec');
    const old = section(before, 'spec');
    const kept: JsonObject = { ...spec };
    for (const key of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
      if (kept[key] === undefined && old[key] !== undefined) kept[key] = old[key];
    }
    return { ...after, spec: kept };
  },
  validate: (after) => {
    const spec = section(after, 'spec');
    const isHeadless = spec['clusterIP'] === 'None' || spec['type'] === 'ExternalName';
    const hasPorts = Array.isArray(spec['ports']) && spec['ports'].length > 0;
    return hasPorts || isHeadless ? [] : [requiredValue('spec.ports')];
  },
};

function withAddress(object: ApiObject): JsonObject {
  const spec = section(object, 'spec');
  if (spec['type'] === 'ExternalName') return spec;
  const clusterIP = spec['clusterIP'] ?? addressFor(object.metadata.uid ?? '');
  return {
    ...spec,
    clusterIP,
    clusterIPs: spec['clusterIPs'] ?? [clusterIP],
    ipFamilies: spec['ipFamilies'] ?? ['IPv4'],
    ipFamilyPolicy: spec['ipFamilyPolicy'] ?? 'SingleStack',
  };
}

/** An address of the service range that depends on the uid alone. */
function addressFor(uid: string): string {
  const digest = createHash('sha1').update(uid).digest();
  return `10.0.0.${2 + ((digest[0] ?? 0) % 250)}`;
}

/** Rules of Secret: `stringData` goes into `data`. */
export const secretRules: KindRules = {
  setDefaults: (object) => {
    const { stringData, ...rest } = object;
    const secret = { ...rest, type: object['type'] ?? 'Opaque' } as ApiObject;
    if (!isObject(stringData)) return secret;
    const encoded = Object.entries(stringData).map(([key, value]) => [
      key,
      Buffer.from(String(value)).toString('base64'),
    ]);
    return { ...secret, data: { ...section(object, 'data'), ...(Object.fromEntries(encoded) as JsonObject) } };
  },
  validate: immutableData,
};

/** Rules of ConfigMap. */
export const configMapRules: KindRules = { validate: immutableData };

function immutableData(after: ApiObject, before: ApiObject | undefined): FieldError[] {
  if (before?.['immutable'] !== true) return [];
  const errors: FieldError[] = [];
  const why = 'field is immutable when `immutable` is set';
  if (after['immutable'] !== true) errors.push(forbiddenValue('immutable', why));
  for (const field of ['data', 'binaryData']) {
    if (!jsonEqual(after[field], before[field])) errors.push(forbiddenValue(field, why));
  }
  return errors;
}

/** Rules of RoleBinding and ClusterRoleBinding. */
export const bindingRules: KindRules = {
  setDefaults: (object) => {
    const roleRef = section(object, 'roleRef');
    const subjects = Array.isArray(object['subjects']) ? object['subjects'].map(subjectDefaults) : undefined;
    return {
      ...object,
      roleRef: { ...roleRef, apiGroup: roleRef['apiGroup'] ?? 'rbac.authorization.k8s.io' },
      ...(subjects === undefined ? {} : { subjects }),
    };
  },
};

function subjectDefaults(subject: JsonValue): JsonValue {
  if (!isObject(subject) || subject['kind'] === 'ServiceAccount') return subject;
  return { ...subject, apiGroup: subject['apiGroup'] ?? 'rbac.authorization.k8s.io' };
}

function webhookDefaults(isMutating: boolean): KindRules {
  return {
    setDefaults: (object) => {
      const webhooks = Array.isArray(object['webhooks']) ? object['webhooks'] : [];
      return { ...object, webhooks: webhooks.map((hook) => (isObject(hook) ? oneWebhook(hook, isMutating) : hook)) };
    },
  };
}

function oneWebhook(hook: JsonObject, isMutating: boolean): JsonObject {
  const rules = Array.isArray(hook['rules']) ? hook['rules'] : [];
  const clientConfig = isObject(hook['clientConfig']) ? hook['clientConfig'] : {};
  const { service } = clientConfig;
  return {
    ...hook,
    clientConfig: isObject(service)
      ? { ...clientConfig, service: { ...service, port: service['port'] ?? 443 } }
      : clientConfig,
    rules: rules.map((rule) => (isObject(rule) ? { ...rule, scope: rule['scope'] ?? '*' } : rule)),
    failurePolicy: hook['failurePolicy'] ?? 'Fail',
    matchPolicy: hook['matchPolicy'] ?? 'Equivalent',
    namespaceSelector: hook['namespaceSelector'] ?? {},
    objectSelector: hook['objectSelector'] ?? {},
    timeoutSeconds: hook['timeoutSeconds'] ?? 10,
    ...(isMutating ? { reinvocationPolicy: hook['reinvocationPolicy'] ?? 'Never' } : {}),
  };
}

/** Rules of MutatingWebhookConfiguration. */
export const mutatingWebhookRules = webhookDefaults(true);
/** Rules of ValidatingWebhookConfiguration. */
export const validatingWebhookRules = webhookDefaults(false);

/** Rules of PodDisruptionBudget. */
export const budgetRules: KindRules = {
  prepareCreate: (object) => ({
    ...object,
    status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  }),
};

/** Rules of PersistentVolumeClaim. */
export const claimRules: KindRules = {
  setDefaults: (object) => {
    const spec = section(object, 'spec');
    return { ...object, spec: { ...spec, volumeMode: spec['volumeMode'] ?? 'Filesystem' } };
  },
  prepareCreate: (object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      finalizers: [...(object.metadata.finalizers ?? []), 'kubernetes.io/pvc-protection'],
    },
    status: { phase: 'Pending' },
  }),
};
