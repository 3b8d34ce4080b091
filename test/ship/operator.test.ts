import { expect, test } from 'vitest';
import type { Manifest } from '../../src/ship/json.js';
import {
  helperRoles,
  imagesOf,
  managerContainer,
  managerOf,
  operatorParts,
  rightsByNamespace,
  webhookServices,
} from '../../src/ship/operator.js';
import { binding, deployment, object, role } from './bundle/operator-objects.js';

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
  ['policy/v1', 'PodDisruptionBudget'],
  ['networking.k8s.io/v1', 'NetworkPolicy'],
  ['cert-manager.io/v1', 'Issuer'],
  ['monitoring.coreos.com/v1', 'ServiceMonitor'],
  ['acme.io/v1', 'Deployment'],
];

test('every object is in exactly one part, and a foreign kind of a known name is among the others', () => {
  const objects = kinds.map(([apiVersion, kind]): Manifest => ({ apiVersion, kind, metadata: { name: 'a' } }));
  const parts = operatorParts(objects);
  expect(Object.values(parts).flat()).toHaveLength(objects.length);
  expect(new Set(Object.values(parts).flat())).toEqual(new Set(objects));
  expect(parts.others).toEqual([objects.at(-1)]);
});

test('the manager is the Deployment of that name, not one beside it', () => {
  const manager = deployment();
  const parts = operatorParts([object('apps/v1', 'Deployment', 'shop-database', { spec: {} }), manager]);
  expect(managerOf(parts)).toBe(manager);
  expect(managerContainer(manager)?.['image']).toBe('ghcr.io/acme/shop:v1');
  expect(imagesOf([manager, role('a', 'pods')])).toEqual(['ghcr.io/acme/shop:v1']);
});

test('rights by namespace are those of a manager that is told what to watch', () => {
  const rights = [role('shop-manager-role', 'pods', 'n'), binding('shop-manager-role', ['shop'], { namespace: 'n' })];
  const beside = [
    role('shop-leader-election-role', 'leases', 'n'),
    binding('shop-leader-election-role', ['shop'], { namespace: 'n' }),
    role('shop-manager-role', 'nodes'),
    binding('shop-manager-role', ['shop']),
  ];
  const told = deployment({ env: [{ name: 'WATCH_NAMESPACE', value: 'n' }] });
  expect(rightsByNamespace(operatorParts([...rights, ...beside, told]))).toEqual(rights);
  expect(rightsByNamespace(operatorParts([...rights, ...beside, deployment()]))).toEqual([]);
});

test('roles for people are those that nobody is bound to', () => {
  const helper = role('shop-book-editor-role', 'books');
  const bound = role('shop-page-editor-role', 'pages');
  const parts = operatorParts([
    helper,
    bound,
    role('shop-metrics-reader', 'x'),
    binding(bound.metadata.name, ['shop']),
  ]);
  expect(helperRoles(parts)).toEqual([helper]);
});

test('webhook Services are found by who calls them, whatever their names', () => {
  const clientConfig = { service: { name: 'front', namespace: 'n' } };
  const conversion = { webhook: { clientConfig: { service: { name: 'converter' } } } };
  const parts = operatorParts([
    object('v1', 'Service', 'front'),
    object('v1', 'Service', 'webhooks-of-another'),
    object('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', 'a', { webhooks: [{ clientConfig }] }),
    object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'b', { spec: { conversion } }),
  ]);
  expect([...webhookServices(parts)]).toEqual(['front', 'converter']);
});
