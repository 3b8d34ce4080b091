/** Which webhooks a write concerns: rules, selectors, match conditions. */
import { objectKey, type ApiObject } from './api-object.js';
import type { AdmissionAttempt, Backend } from './backend.js';
import { CelCompiler, CelFailure } from './cel-environment.js';
import { celValue } from './cel-values.js';
import { isObject, type JsonObject, type JsonValue } from './json.js';
import { matchesLabels, selectorOf } from './label-selector.js';
import { NAMESPACES } from './namespace-lifecycle.js';
import { apiVersionOf } from './resource-type.js';

/** One webhook of a configuration. */
export interface Webhook {
  readonly configuration: string;
  readonly name: string;
  readonly spec: JsonObject;
}

const GROUP = 'admissionregistration.k8s.io';
const EXEMPT = new Set(['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']);
const compiler = new CelCompiler(['object', 'oldObject', 'request', 'authorizer']);

/** The webhooks of a kind of configuration that match an attempt, by configuration name and order. */
export function matchingWebhooks(backend: Backend, attempt: AdmissionAttempt, plural: string): Webhook[] {
  const { type } = attempt;
  if (type.group === GROUP && EXEMPT.has(type.plural)) return [];
  if (type.group === 'authentication.k8s.io' || type.group === 'authorization.k8s.io') return [];
  const { objects } = backend.store.collection(`${GROUP}/${plural}`).snapshot();
  if (objects.length === 0) return [];
  return objects
    .flatMap((configuration) => webhooksOf(configuration))
    .filter((webhook) => matches(backend, attempt, webhook));
}

function webhooksOf(configuration: ApiObject): Webhook[] {
  const { webhooks } = configuration;
  if (!Array.isArray(webhooks)) return [];
  return webhooks.filter(isObject).map((spec) => ({
    configuration: configuration.metadata.name ?? '',
    name: String(spec['name'] ?? ''),
    spec,
  }));
}

function matches(backend: Backend, attempt: AdmissionAttempt, { spec }: Webhook): boolean {
  const rules = Array.isArray(spec['rules']) ? spec['rules'].filter(isObject) : [];
  if (!rules.some((rule) => matchesRule(rule, attempt, spec['matchPolicy'] !== 'Exact', backend))) return false;
  return (
    matchesNamespace(backend, attempt, spec['namespaceSelector']) && matchesObject(attempt, spec['objectSelector'])
  );
}

function matchesRule(rule: JsonObject, attempt: AdmissionAttempt, isEquivalent: boolean, backend: Backend): boolean {
  const { type, operation, subresource } = attempt;
  if (!includes(rule['operations'], operation) || !includes(rule['apiGroups'], type.group)) return false;
  const scope = rule['scope'] ?? '*';
  if (scope !== '*' && (scope === 'Namespaced') !== type.isNamespaced) return false;
  const versions = isEquivalent ? servedVersions(attempt, backend) : [type.version];
  if (!versions.some((version) => includes(rule['apiVersions'], version))) return false;
  const full = subresource === '' ? type.plural : `${type.plural}/${subresource}`;
  const resources = Array.isArray(rule['resources']) ? rule['resources'].map(String) : [];
  return resources.some((pattern) => matchesResource(pattern, type.plural, subresource, full));
}

/** With match policy Equivalent, a rule for one version catches writes through all others. */
function servedVersions({ type }: AdmissionAttempt, { registry }: Backend): string[] {
  return registry
    .versions(type.group)
    .filter(({ resources }) => resources.some((other) => other.plural === type.plural))
    .map(({ version }) => version);
}

function includes(list: JsonValue | undefined, value: string): boolean {
  return Array.isArray(list) && (list.includes('*') || list.includes(value));
}

function matchesResource(pattern: string, plural: string, subresource: string, full: string): boolean {
  if (pattern === '*/*' || pattern === full) return true;
  if (pattern === '*') return subresource === '';
  const [left, right] = pattern.split('/');
  if (right === undefined) return false;
  return (left === '*' || left === plural) && subresource !== '' && (right === '*' || right === subresource);
}

function matchesNamespace(backend: Backend, attempt: AdmissionAttempt, selector: JsonValue | undefined): boolean {
  const requirements = selectorOf(selector);
  if (requirements.length === 0) return true;
  if (attempt.type.group === '' && attempt.type.plural === 'namespaces') {
    return matchesLabels(requirements, (attempt.object ?? attempt.oldObject)?.metadata.labels);
  }
  if (!attempt.type.isNamespaced) return true;
  const namespace = backend.store.collection(NAMESPACES).get(objectKey('', attempt.namespace ?? ''));
  return matchesLabels(requirements, namespace?.metadata.labels);
}

function matchesObject({ object, oldObject }: AdmissionAttempt, selector: JsonValue | undefined): boolean {
  const requirements = selectorOf(selector);
  if (requirements.length === 0) return true;
  return [object, oldObject].some((one) => one !== undefined && matchesLabels(requirements, one.metadata.labels));
}

/** Whether all match conditions hold. Throws `CelFailure` when one cannot be evaluated and none is false. */
export function conditionsHold({ spec }: Webhook, attempt: AdmissionAttempt, request: JsonObject): boolean {
  const conditions = Array.isArray(spec['matchConditions']) ? spec['matchConditions'].filter(isObject) : [];
  let failure: CelFailure | undefined;
  for (const condition of conditions) {
    try {
      const program = compiler.compile(String(condition['expression'] ?? ''));
      const variables = {
        object: celValue(attempt.object ?? null, attempt.type.schema),
        oldObject: celValue(attempt.oldObject ?? null, attempt.type.schema),
        request: celValue(request, undefined),
        authorizer: null,
      };
      if (program.run(variables) !== true) return false;
    } catch (error) {
      if (!(error instanceof CelFailure)) throw error;
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return true;
}

/** The `request` of an AdmissionReview. */
export function admissionRequest(attempt: AdmissionAttempt, uid: string): JsonObject {
  const { type, operation, subresource, name, namespace, object, oldObject, user, isDryRun, options } = attempt;
  const kind = { group: type.group, version: type.version, kind: subresource === 'scale' ? 'Scale' : type.kind };
  const resource = { group: type.group, version: type.version, resource: type.plural };
  const sub = subresource === '' ? {} : { subResource: subresource, requestSubResource: subresource };
  return {
    uid,
    kind,
    resource,
    ...sub,
    requestKind: kind,
    requestResource: resource,
    ...(name === '' ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    operation,
    userInfo: { username: user.name, ...(user.uid === undefined ? {} : { uid: user.uid }), groups: [...user.groups] },
    object: object === undefined ? null : { ...object, apiVersion: apiVersionOf(type) },
    oldObject: oldObject === undefined ? null : { ...oldObject, apiVersion: apiVersionOf(type) },
    dryRun: isDryRun,
    options: options ?? null,
  };
}
