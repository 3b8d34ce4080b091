import { expect, test } from 'vitest';
import type { Manifest } from '../../src/ship/json.js';
import { operatorParts } from '../../src/ship/operator.js';

const kinds: readonly (readonly [string, string])[] = [
  ['v1', 'Namespace'],
  ['apps/v1', 'Deployment'],
  ['v1', 'ServiceAccount'],
  ['rbac.authorization.k8s.io/v1', 'Role'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ['v1', 'Service'],
  ['admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration'],
  ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'],
  ['acme.io/v1', 'Deployment'],
];

test('every object is in exactly one part, and a foreign kind of a known name is among the others', () => {
  const objects = kinds.map(([apiVersion, kind]): Manifest => ({ apiVersion, kind, metadata: { name: 'a' } }));
  const parts = operatorParts(objects);
  expect(Object.values(parts).flat()).toHaveLength(objects.length);
  expect(new Set(Object.values(parts).flat())).toEqual(new Set(objects));
  expect(parts.others).toEqual([objects.at(-1)]);
});
