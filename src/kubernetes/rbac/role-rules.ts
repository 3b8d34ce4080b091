/** What the API server requires of roles and bindings. */
import { isPathSegment, isSubdomain } from '../value/names.js';
import { findings, type Field } from '../field.js';
import { isReadable, labelSelector } from '../selector/selector-rules.js';

const GROUP = 'rbac.authorization.k8s.io';

/** A Role. */
export function role(object: Field): void {
  for (const rule of object.at('rules').items) policyRule(rule, { isNamespaced: true });
}

/** A ClusterRole. */
export function clusterRole(object: Field, before?: Field): void {
  for (const rule of object.at('rules').items) policyRule(rule, { isNamespaced: false });
  const aggregation = object.at('aggregationRule');
  if (!aggregation.isSet) return;
  const selectors = aggregation.at('clusterRoleSelectors');
  if (selectors.size === 0) {
    selectors.required('at least one clusterRoleSelector required if aggregationRule is non-nil');
  }
  const allowsInvalidValues = before !== undefined && hasInvalidSelector(before);
  for (const selector of selectors.items) {
    labelSelector(selector, { allowsInvalidValues });
    if (!isReadable(selector)) selector.invalid('invalid label selector.', null);
  }
}

/** Values of labels that were invalid before an update may stay. */
function hasInvalidSelector(object: Field): boolean {
  return object
    .at('aggregationRule')
    .at('clusterRoleSelectors')
    .items.some((selector) => findings(selector.value, '', labelSelector).length > 0);
}

/** One rule of a role: which verbs on which resources or URLs. */
export function policyRule(rule: Field, { isNamespaced }: { readonly isNamespaced: boolean }): void {
  if (rule.at('verbs').size === 0) rule.at('verbs').required('verbs must contain at least one value');
  const urls = rule.at('nonResourceURLs');
  if (urls.size > 0) {
    if (isNamespaced) urls.invalid('namespaced rules cannot apply to non-resource URLs');
    if (['apiGroups', 'resources', 'resourceNames'].some((key) => rule.at(key).size > 0)) {
      urls.invalid('rules cannot apply to both regular resources and non-resource URLs');
    }
    return;
  }
  if (rule.at('apiGroups').size === 0) {
    rule.at('apiGroups').required('resource rules must supply at least one api group');
  }
  if (rule.at('resources').size === 0) {
    rule.at('resources').required('resource rules must supply at least one resource');
  }
}

/** A RoleBinding. */
export function roleBinding(object: Field, before?: Field): void {
  binding(object, before, true);
}

/** A ClusterRoleBinding. */
export function clusterRoleBinding(object: Field, before?: Field): void {
  binding(object, before, false);
}

function binding(object: Field, before: Field | undefined, isNamespaced: boolean): void {
  const reference = object.at('roleRef');
  reference.at('apiGroup').oneOf([GROUP]);
  reference.at('kind').oneOf(isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']);
  reference.at('name').needs(isPathSegment);
  for (const item of object.at('subjects').items) subject(item, isNamespaced);
  if (before !== undefined && !reference.equals(before.at('roleRef'))) {
    const [group, kind, name] = ['apiGroup', 'kind', 'name'].map((key) => reference.at(key).text);
    // The server prints its internal form.
    reference.invalid('field is immutable', { APIGroup: group, Kind: kind, Name: name });
  }
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
