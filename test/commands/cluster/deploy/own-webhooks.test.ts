import { expect, test } from 'vitest';
import { webhooksThatBlockPods } from '../../../../src/commands/cluster/deploy/own-webhooks.js';

const pods = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const name = 'kubernetes.io/metadata.name';
const configuration = (webhook: object) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'a' },
  webhooks: [{ name: 'm.kb.io', ...webhook }],
});

test.each([
  ['pods', { rules: [pods] }],
  ['everything', { rules: [{ ...pods, apiGroups: ['*'], resources: ['*'], operations: ['*'] }] }],
  ['pods of this namespace', { rules: [pods], namespaceSelector: { matchLabels: { [name]: 'mine' } } }],
  [
    'pods outside another',
    { rules: [pods], namespaceSelector: { matchExpressions: [{ key: name, operator: 'NotIn', values: ['b'] }] } },
  ],
])('a webhook that is asked about %s blocks them', (_name, webhook) => {
  expect(webhooksThatBlockPods(configuration(webhook), 'mine')).toEqual(['m.kb.io']);
});

test.each([
  ['it is asked about other kinds', { rules: [{ ...pods, apiGroups: ['apps'], resources: ['deployments'] }] }],
  ['it is asked about deletions', { rules: [{ ...pods, operations: ['DELETE'] }] }],
  ['its failures are ignored', { rules: [pods], failurePolicy: 'Ignore' }],
  [
    'it leaves out the namespace',
    { rules: [pods], namespaceSelector: { matchExpressions: [{ key: name, operator: 'NotIn', values: ['mine'] }] } },
  ],
  ['it is for another namespace', { rules: [pods], namespaceSelector: { matchLabels: { [name]: 'other' } } }],
  [
    'it is for other namespaces',
    { rules: [pods], namespaceSelector: { matchExpressions: [{ key: name, operator: 'In', values: ['b'] }] } },
  ],
  ['it has no rules', {}],
])('a webhook blocks no pods when %s', (_name, webhook) => {
  expect(webhooksThatBlockPods(configuration(webhook), 'mine')).toEqual([]);
});

test('other objects have no webhooks', () => {
  expect(webhooksThatBlockPods({ apiVersion: 'v1', kind: 'Service', metadata: {} }, 'mine')).toEqual([]);
});
