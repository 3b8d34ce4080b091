/** Roles and bindings. */
import { isPathSegment, isSubdomain } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { labelSelector } from '../selector-rules.js';
import { isReadable } from '../workload/template-owner.js';

const GROUP = 'rbac.authorization.k8s.io';

/** Checks of Role. */
export const role: KindChecks = { spec: (object) => rules(object, true) };

/** Checks of ClusterRole. */
export const clusterRole: KindChecks = {
  spec: (object) => {
    rules(object, false);
    const aggregation = object.at('aggregationRule');
    if (!aggregation.isSet) return;
    const selectors = aggregation.at('clusterRoleSelectors');
    if (selectors.size === 0) {
      selectors.required('at least one clusterRoleSelector required if aggregationRule is non-nil');
    }
    for (const selector of selectors.items) {
      labelSelector(selector);
      if (!isReadable(selector)) selector.invalid('invalid label selector.');
    }
  },
};

function rules(object: Field, isNamespaced: boolean): void {
  for (const rule of object.at('rules').items) {
    if (rule.at('verbs').size === 0) rule.at('verbs').required('verbs must contain at least one value');
    const urls = rule.at('nonResourceURLs');
    if (urls.size > 0) {
      if (isNamespaced) urls.invalid('namespaced rules cannot apply to non-resource URLs');
      if (['apiGroups', 'resources', 'resourceNames'].some((key) => rule.at(key).size > 0)) {
        urls.invalid('rules cannot apply to both regular resources and non-resource URLs');
      }
      continue;
    }
    if (rule.at('apiGroups').size === 0) {
      rule.at('apiGroups').required('resource rules must supply at least one api group');
    }
    if (rule.at('resources').size === 0) {
      rule.at('resources').required('resource rules must supply at least one resource');
    }
  }
}

/** Checks of RoleBinding. */
export const roleBinding: KindChecks = { spec: (object, before) => binding(object, before, true) };
/** Checks of ClusterRoleBinding. */
export const clusterRoleBinding: KindChecks = { spec: (object, before) => binding(object, before, false) };

function binding(object: Field, before: Field | undefined, isNamespaced: boolean): void {
  const reference = object.at('roleRef');
  reference.at('apiGroup').oneOf([GROUP]);
  reference.at('kind').oneOf(isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']);
  reference.at('name').needs(isPathSegment);
  for (const item of object.at('subjects').items) subject(item, isNamespaced);
  if (before !== undefined) reference.unchangedFrom(before.at('roleRef'));
}

function subject(item: Field, isNamespaced: boolean): void {
  const [name, group] = [item.at('name'), item.at('apiGroup')];
  if (name.text === '') name.required();
  switch (item.at('kind').text) {
    case 'ServiceAccount':
      name.may(isSubdomain);
      if (group.text !== '') group.unsupported(['']);
      if (!isNamespaced && item.at('namespace').text === '') item.at('namespace').required();
      break;
    case 'User':
    case 'Group':
      group.oneOf([GROUP]);
      break;
    default:
      item.at('kind').unsupported(['ServiceAccount', 'User', 'Group']);
  }
}
