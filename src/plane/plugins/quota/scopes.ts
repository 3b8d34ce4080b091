/** Scopes: quotas for some of the objects only. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { qosClass } from '../../builtin/defaults/qos-class.js';
import { isObject, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';
import { matchesLabels } from '../../selectors/label-selector.js';
import { objectsIn } from '../../builtin/resource-list.js';

/** One requirement of a quota's scope. */
export interface Scope {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Whether an object is in a scope. */
export type ScopeMatch = (scope: Scope, object: ApiObject) => boolean;

/** The scopes of a quota, however they are written. */
export function scopesOf(quota: ApiObject): Scope[] {
  const { scopes, scopeSelector } = section(quota, 'spec');
  const named = Array.isArray(scopes)
    ? scopes.map((name) => ({ name: String(name), operator: 'Exists', values: [] }))
    : [];
  const chosen = objectsIn(isObject(scopeSelector) ? scopeSelector['matchExpressions'] : undefined);
  return [
    ...named,
    ...chosen.map(({ scopeName, operator, values }) => ({
      name: String(scopeName),
      operator: String(operator),
      values: Array.isArray(values) ? values.map(String) : [],
    })),
  ];
}

/** Objects that no scope is for. */
export const matchesNone: ScopeMatch = () => false;

/** Scopes of pods. */
export const podMatches: ScopeMatch = (scope, pod) => {
  const spec = section(pod, 'spec');
  const isTerminating = typeof spec['activeDeadlineSeconds'] === 'number';
  const isBestEffort = qosClass(spec) === 'BestEffort';
  switch (scope.name) {
    case 'Terminating':
      return isTerminating;
    case 'NotTerminating':
      return !isTerminating;
    case 'BestEffort':
      return isBestEffort;
    case 'NotBestEffort':
      return !isBestEffort;
    case 'PriorityClass':
      return valueMatches(scope, [text(spec['priorityClassName'])]);
    case 'CrossNamespacePodAffinity':
      return crossesNamespaces(spec);
    default:
      return false;
  }
};

/** The one scope of claims. */
export const claimMatches: ScopeMatch = (scope, claim) => {
  if (scope.name !== 'VolumeAttributesClass') return false;
  const status = section(claim, 'status');
  const modify = isObject(status['modifyVolumeStatus']) ? status['modifyVolumeStatus'] : {};
  return valueMatches(scope, [
    text(section(claim, 'spec')['volumeAttributesClassName']),
    text(status['currentVolumeAttributesClassName']),
    text(modify['targetVolumeAttributesClassName']),
  ]);
};

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

/** A scope with an operator is a label selector over the name of a class. */
function valueMatches({ name, operator, values }: Scope, given: readonly string[]): boolean {
  const found = given.filter((value) => value !== '');
  if (operator === 'Exists') return found.length > 0;
  const known = (['In', 'NotIn', 'DoesNotExist'] as const).find((one) => one === operator);
  if (known === undefined) return false;
  const selector = [{ key: name, operator: known, values: [...values] }];
  if (found.length === 0) return matchesLabels(selector, {});
  return found.some((value) => matchesLabels(selector, { [name]: value }));
}

function crossesNamespaces(spec: JsonObject): boolean {
  const affinity = isObject(spec['affinity']) ? spec['affinity'] : {};
  return ['podAffinity', 'podAntiAffinity'].some((kind) => {
    const rules = isObject(affinity[kind]) ? affinity[kind] : {};
    const terms = [
      ...objectsIn(rules['requiredDuringSchedulingIgnoredDuringExecution']),
      ...objectsIn(rules['preferredDuringSchedulingIgnoredDuringExecution']).map((term) =>
        isObject(term['podAffinityTerm']) ? term['podAffinityTerm'] : {},
      ),
    ];
    return terms.some(
      ({ namespaces, namespaceSelector }) =>
        (Array.isArray(namespaces) && namespaces.length > 0) || isObject(namespaceSelector),
    );
  });
}
