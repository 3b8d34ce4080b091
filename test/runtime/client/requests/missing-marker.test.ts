import { expect, test } from 'vitest';
import { apiErrorFrom } from '../../../../src/runtime/client/requests/api-error.js';
import { missingMarker } from '../../../../src/runtime/client/requests/missing-marker.js';

const account = 'User "system:serviceaccount:default:controller-manager"';

test.each([
  [
    `deployments.apps is forbidden: ${account} cannot create resource "deployments" in API group "apps" in the namespace "default"`,
    '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=create',
  ],
  [
    `pods is forbidden: ${account} cannot list resource "pods" in API group "" at the cluster scope`,
    '// +kubebuilder:rbac:groups="",resources=pods,verbs=get;list;watch',
  ],
  [
    `deployments.apps "a" is forbidden: ${account} cannot get resource "deployments" in API group "apps" in the namespace "x"`,
    '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch',
  ],
  [
    `deployments.apps "a" is forbidden: ${account} cannot patch resource "deployments" in API group "apps" in the namespace "x"`,
    '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=create;patch',
  ],
  [
    `pods "a" is forbidden: ${account} cannot get resource "pods/log" in API group "" in the namespace "x"`,
    '// +kubebuilder:rbac:groups="",resources=pods/log,verbs=get',
  ],
  [
    `guestbooks.webapp.my.domain "a" is forbidden: ${account} cannot patch resource "guestbooks/status" in API group "webapp.my.domain" in the namespace "x"`,
    '// +kubebuilder:rbac:groups=webapp.my.domain,resources=guestbooks/status,verbs=patch',
  ],
])('is made from the refusal of an operator: %s', (message, marker) => {
  expect(missingMarker(message)).toBe(marker);
  expect(apiErrorFrom(JSON.stringify({ kind: 'Status', message }), { status: 403, request: 'x' }).message).toContain(
    marker,
  );
});

test.each([
  'pods is forbidden: User "alice" cannot list resource "pods" in API group "" at the cluster scope',
  'pods "a" is forbidden: exceeded quota: q',
  `forbidden: ${account} cannot get path "/metrics"`,
])('is not guessed for other refusals: %s', (message) => {
  expect(missingMarker(message)).toBeUndefined();
});
