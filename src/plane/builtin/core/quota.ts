/** ResourceQuotas. */
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { quotaResourceName, resourceAmount } from '../resource-names.js';

const SCOPES = new Set([
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'PriorityClass',
  'CrossNamespacePodAffinity',
  'VolumeAttributesClass',
]);
const OF_PODS = new Set([
  'pods',
  ...['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);
const OF_CLAIMS = new Set(['persistentvolumeclaims', 'requests.storage']);
const STANDARD =
  /^(requests\.|limits\.)?(cpu|memory|ephemeral-storage)$|^requests\.storage$|^(pods|resourcequotas|services|replicationcontrollers|secrets|configmaps|persistentvolumeclaims|services\.nodeports|services\.loadbalancers)$/;
const WITHOUT_VALUES =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

/** Checks of ResourceQuota. */
export const quota: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    amounts(spec.at('hard'));
    scopes(spec);
    selector(spec);
    if (before === undefined) return;
    const old = new Set(before.at('spec').at('scopes').texts);
    const now = new Set(spec.at('scopes').texts);
    if (old.size !== now.size || [...now].some((scope) => !old.has(scope))) {
      spec.at('scopes').invalid('field is immutable');
    }
  },
  status: (object) => {
    amounts(object.at('status').at('hard'));
    amounts(object.at('status').at('used'));
  },
};

function amounts(field: Field): void {
  for (const name of field.keys) {
    quotaResourceName(field.key(name), name);
    resourceAmount(field.key(name), name);
  }
}

function fits(scope: string, resource: string): boolean {
  switch (scope) {
    case 'BestEffort':
      return resource === 'pods';
    case 'VolumeAttributesClass':
      return OF_CLAIMS.has(resource);
    case 'Terminating':
    case 'NotTerminating':
    case 'NotBestEffort':
    case 'PriorityClass':
    case 'CrossNamespacePodAffinity':
      return OF_PODS.has(resource);
    default:
      return true;
  }
}

function conflicting(names: readonly string[]): boolean {
  const has = (name: string): boolean => names.includes(name);
  return (has('BestEffort') && has('NotBestEffort')) || (has('Terminating') && has('NotTerminating'));
}

function scopes(spec: Field): void {
  const field = spec.at('scopes');
  for (const scope of field.texts) {
    if (!SCOPES.has(scope)) field.invalid('unsupported scope');
    for (const name of spec.at('hard').keys) {
      if (STANDARD.test(name) && !fits(scope, name)) field.invalid('unsupported scope applied to resource');
    }
  }
  if (conflicting(field.texts)) field.invalid('conflicting scopes');
}

function selector(spec: Field): void {
  const field = spec.at('scopeSelector').at('matchExpressions');
  for (const item of field.items) {
    const [scope, operator, values] = [item.at('scopeName').text, item.at('operator').text, item.at('values')];
    if (!SCOPES.has(scope)) field.at('scopeName').invalid('unsupported scope', scope);
    for (const name of spec.at('hard').keys) {
      if (STANDARD.test(name) && !fits(scope, name)) {
        field.invalid('unsupported scope applied to resource', spec.at('scopeSelector').value);
      }
    }
    const takesValues = !SCOPES.has(scope) || ['PriorityClass', 'VolumeAttributesClass'].includes(scope);
    if (!takesValues && operator !== 'Exists') field.at('operator').invalid(WITHOUT_VALUES, operator);
    if (['In', 'NotIn'].includes(operator)) {
      if (values.size === 0) {
        field.at('values').required("must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
      }
    } else if (!['Exists', 'DoesNotExist'].includes(operator)) {
      field.at('operator').invalid('not a valid selector operator', operator);
    } else if (values.size > 0) {
      const why = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      field.at('values').invalid(why, values.value);
    }
  }
  if (conflicting(field.items.map((item) => item.at('scopeName').text))) field.invalid('conflicting scopes', null);
}
