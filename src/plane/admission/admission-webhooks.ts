/** Which webhooks a write concerns: rules, selectors, match conditions. */
import { int64 } from '../../kubernetes/json/exact-integers.js';
import { Budget, CONDITIONS_LIMIT, OutOfBudget } from '../../kubernetes/cel/meter/meter.js';
import { celValue } from '../../kubernetes/cel/run/from-json.js';
import { dynamicVariables, ProgramCache } from '../../kubernetes/cel/run/program.js';
import { CelFailure } from '../../kubernetes/cel/run/values.js';
import { objectKey, type ApiObject } from '../storage/api-object.js';
import type { Authorizer } from '../access/authorizer.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { matchesLabels, selectorOf } from '../selectors/label-selector.js';
import { NAMESPACES } from '../resources/namespace-lifecycle.js';
import { authorizerVariables } from '../policy/cel-authorizer.js';
import type { ResourceType } from '../resources/resource-type.js';

/** One webhook of a configuration. */
export interface Webhook {
  readonly configuration: string;
  readonly name: string;
  readonly spec: JsonObject;
  /** The version that the webhook wants to see. */
  readonly type: ResourceType;
}

const GROUP = 'admissionregistration.k8s.io';
const EXEMPT = new Set(['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']);
const compiler = new ProgramCache(dynamicVariables(['object', 'oldObject', 'request', 'authorizer']));

/** The webhooks of a kind of configuration that may be asked about an attempt, by configuration name and order. */
export function webhooksFor(backend: Backend, attempt: AdmissionAttempt, plural: string): Webhook[] {
  const { type } = attempt;
  if (type.group === GROUP && EXEMPT.has(type.plural)) return [];
  if (type.group === 'authentication.k8s.io' || type.group === 'authorization.k8s.io') return [];
  const { objects } = backend.store.collection(`${GROUP}/${plural}`).snapshot();
  if (objects.length === 0) return [];
  return objects.flatMap((configuration) => webhooksOf(configuration, type));
}

function webhooksOf(configuration: ApiObject, type: ResourceType): Webhook[] {
  const { webhooks } = configuration;
  if (!Array.isArray(webhooks)) return [];
  return webhooks.filter(isObject).map((spec) => ({
    configuration: configuration.metadata.name ?? '',
    name: String(spec['name'] ?? ''),
    spec,
    type,
  }));
}

/** The webhook, and the version that it wants to see, when its rules and selectors match. */
export function matched(backend: Backend, attempt: AdmissionAttempt, webhook: Webhook): Webhook | undefined {
  const type = matchedType(backend, attempt, webhook.spec, 'rules');
  return type === undefined ? undefined : { ...webhook, type };
}

/** The version in which rules and selectors of a webhook or policy catch an attempt. */
export function matchedType(
  backend: Backend,
  attempt: AdmissionAttempt,
  spec: JsonObject,
  ruleKey: 'rules' | 'resourceRules',
): ResourceType | undefined {
  const rules = (key: string): JsonObject[] => (Array.isArray(spec[key]) ? spec[key].filter(isObject) : []);
  const equivalents = spec['matchPolicy'] === 'Exact' ? undefined : backend;
  const typeIn = (key: string): ResourceType | undefined =>
    firstOf(rules(key), (rule) => typeOf(rule, attempt, equivalents));
  if (!matchesNamespace(backend, attempt, spec['namespaceSelector'])) return undefined;
  if (!matchesObject(attempt, spec['objectSelector'])) return undefined;
  if (typeIn('excludeResourceRules') !== undefined) return undefined;
  return typeIn(ruleKey);
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The version in which a rule catches an attempt: its own, or with a backend an equivalent one. */
function typeOf(rule: JsonObject, attempt: AdmissionAttempt, backend: Backend | undefined): ResourceType | undefined {
  const { type, operation, subresource, name } = attempt;
  const names = Array.isArray(rule['resourceNames']) ? rule['resourceNames'] : [];
  if (names.length > 0 && !names.includes(name)) return undefined;
  if (!includes(rule['operations'], operation) || !includes(rule['apiGroups'], type.group)) return undefined;
  const scope = rule['scope'] ?? '*';
  if (scope !== '*' && (scope === 'Namespaced') !== type.isNamespaced) return undefined;
  const full = subresource === '' ? type.plural : `${type.plural}/${subresource}`;
  const resources = Array.isArray(rule['resources']) ? rule['resources'].map(String) : [];
  if (!resources.some((pattern) => matchesResource(pattern, type.plural, subresource, full))) return undefined;
  if (includes(rule['apiVersions'], type.version)) return type;
  return firstOf(backend?.registry.versions(type.group) ?? [], ({ version, resources: served }) =>
    includes(rule['apiVersions'], version) ? served.find((other) => other.plural === type.plural) : undefined,
  );
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
export function conditionsHold(
  webhook: Webhook,
  attempt: AdmissionAttempt,
  request: JsonObject,
  authorizer: Authorizer,
): boolean {
  const { matchConditions } = webhook.spec;
  const conditions = Array.isArray(matchConditions) ? matchConditions.filter(isObject) : [];
  const failures: string[] = [];
  const budget = new Budget(CONDITIONS_LIMIT);
  let holds = true;
  for (const condition of conditions) {
    try {
      const program = compiler.compile(String(condition['expression'] ?? ''));
      const variables = {
        object: celValue(attempt.object ?? null, undefined, int64.get),
        oldObject: celValue(attempt.oldObject ?? null, undefined, int64.get),
        request: celValue(request, undefined, int64.get),
        ...authorizerVariables(authorizer, attempt),
      };
      if (program.run(variables, budget) !== true) holds = false;
    } catch (error) {
      if (!(error instanceof CelFailure) || error instanceof OutOfBudget) throw error;
      failures.push(`expression '${String(condition['expression'])}' resulted in error: ${error.message}`);
    }
  }
  if (!holds) return false;
  const [only = '', ...more] = [...new Set(failures)];
  if (failures.length > 0) throw new CelFailure(more.length === 0 ? only : `[${[only, ...more].join(', ')}]`);
  return true;
}

/** The `request` of an AdmissionReview. */
export function admissionRequest(attempt: AdmissionAttempt, seen: ResourceType, uid: string): JsonObject {
  const { type, operation, subresource, name, namespace, object, oldObject, user, isDryRun, options } = attempt;
  const kindOf = (own: ResourceType): JsonObject => {
    const { group, version, kind } = attempt.kind ?? own;
    return { group, version, kind };
  };
  const resourceOf = ({ group, version, plural }: ResourceType): JsonObject => ({ group, version, resource: plural });
  const sub = subresource === '' ? {} : { subResource: subresource, requestSubResource: subresource };
  return {
    uid,
    kind: kindOf(seen),
    resource: resourceOf(seen),
    ...sub,
    requestKind: kindOf(type),
    requestResource: resourceOf(type),
    ...(name === '' ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    operation,
    userInfo: { username: user.name, ...(user.uid === undefined ? {} : { uid: user.uid }), groups: [...user.groups] },
    object: object ?? null,
    oldObject: oldObject ?? null,
    dryRun: isDryRun,
    options: options ?? null,
  };
}
