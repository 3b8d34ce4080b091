import { expect, test } from 'vitest';
import { findings, type Rule } from '../../../src/kubernetes/field.js';
import type { JsonObject } from '../../../src/kubernetes/json/json-value.js';
import {
  clusterRole,
  clusterRoleBinding,
  policyRule,
  role,
  roleBinding,
} from '../../../src/kubernetes/rbac/role-rules.js';

const pods = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const urls = { nonResourceURLs: ['/healthz'], verbs: ['get'] };
const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' };

test.each<[string, Rule, JsonObject, string[]]>([
  ['a role', role, { rules: [pods] }, []],
  ['a role with URLs', role, { rules: [urls] }, ['rules[0].nonResourceURLs']],
  ['a cluster role with URLs', clusterRole, { rules: [urls] }, []],
  ['URLs beside resources', clusterRole, { rules: [{ ...pods, ...urls }] }, ['rules[0].nonResourceURLs']],
  ['no verbs', role, { rules: [{ ...pods, verbs: [] }] }, ['rules[0].verbs']],
  ['an empty rule', role, { rules: [{}] }, ['verbs', 'apiGroups', 'resources'].map((key) => `rules[0].${key}`)],
  ['no selectors', clusterRole, { aggregationRule: {} }, ['aggregationRule.clusterRoleSelectors']],
  ['a role binding', roleBinding, { roleRef, subjects: [{ kind: 'ServiceAccount', name: 'a' }] }, []],
  ['a cluster role binding to a role', clusterRoleBinding, { roleRef: { ...roleRef, kind: 'Role' } }, ['roleRef.kind']],
  [
    'a service account without a namespace',
    clusterRoleBinding,
    { roleRef, subjects: [{ kind: 'ServiceAccount', name: 'a' }] },
    ['subjects[0].namespace'],
  ],
  ['an unknown subject', roleBinding, { roleRef, subjects: [{ kind: 'Robot', name: 'a' }] }, ['subjects[0].kind']],
])('%s', (_, rule, object, fields) => {
  expect(findings(object, '', rule).map(({ field }) => field)).toEqual(fields);
});

test('the role of a binding cannot change', () => {
  const found = findings({ roleRef }, '', (after) => {
    roleBinding(after, after.with({ roleRef: { ...roleRef, name: 'b' } }));
  });

  expect(found.map(({ field }) => field)).toEqual(['roleRef']);
});

test('values of selectors that were invalid before an update may stay', () => {
  const selector = { matchExpressions: [{ key: 'a', operator: 'In', values: ['not valid'] }] };
  const object = { aggregationRule: { clusterRoleSelectors: [selector] } };
  const fields = (before?: JsonObject): string[] =>
    findings(object, '', (after) => clusterRole(after, before && after.with(before))).map(({ field }) => field);
  const place = 'aggregationRule.clusterRoleSelectors[0]';

  expect(fields()).toEqual([`${place}.matchExpressions[0].values[0]`, place]);
  expect(fields(object)).toEqual([place]);
});

test('a rule can be checked alone', () => {
  expect(findings(urls, '', (field) => policyRule(field, { isNamespaced: true }))).toHaveLength(1);
  expect(findings(urls, '', (field) => policyRule(field, { isNamespaced: false }))).toEqual([]);
});
