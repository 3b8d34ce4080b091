import { expect, test } from 'vitest';
import type { Client } from '../../../src/runtime/client/client.js';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import type { Bound } from '../../../src/testing/rights/operator-account.js';
import { reviewOf, rightsGiven, untilAllowed } from '../../../src/testing/rights/until-allowed.js';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const user = 'system:serviceaccount:home:robot';
const robot = { kind: 'ServiceAccount', name: 'robot', namespace: 'home' };
const rule = (resource: string, more = {}) => ({ apiGroups: [''], resources: [resource], verbs: ['get'], ...more });

const objects: Bound[] = [
  {
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name: 'wide' },
    rules: [rule('pods'), rule('pods/log', { apiGroups: ['', 'apps'], verbs: ['create', 'get'] })],
  },
  {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'wide' },
    roleRef: { kind: 'ClusterRole', name: 'wide' },
    subjects: [robot],
  },
  {
    apiVersion,
    kind: 'Role',
    metadata: { name: 'narrow', namespace: 'a' },
    rules: [rule('secrets', { resourceNames: ['one'] }), { verbs: ['get'] }],
  },
  { apiVersion, kind: 'Role', metadata: { name: 'narrow', namespace: 'b' }, rules: [rule('nodes')] },
  {
    apiVersion,
    kind: 'RoleBinding',
    metadata: { name: 'narrow', namespace: 'a' },
    roleRef: { kind: 'Role', name: 'narrow' },
    subjects: [robot],
  },
  {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'people' },
    roleRef: { kind: 'ClusterRole', name: 'wide' },
    subjects: [{ kind: 'User', name: 'ann' }],
  },
];

test('every rule that a binding gives to the user is asked for, where the binding gives it', () => {
  expect(rightsGiven(user, objects)).toEqual([
    { group: '', resource: 'pods', verb: 'get' },
    { group: '', resource: 'pods', subresource: 'log', verb: 'create' },
    { group: '', resource: 'secrets', verb: 'get', name: 'one', namespace: 'a' },
  ]);
  expect(rightsGiven('ann', objects)).toHaveLength(2);
  expect(rightsGiven('nobody', objects)).toEqual([]);
});

test('the wait ends when all are allowed, whatever comes first, and what is allowed is not asked again', async () => {
  const asked: string[] = [];
  const known = new Set(['secrets']);

  await untilAllowed(user, objects, async ({ resource, verb }) => {
    asked.push(`${verb} ${resource}`);
    if (asked.length > 3) known.add('pods');
    return known.has(resource);
  });

  expect(asked.filter((text) => text === 'get secrets')).toHaveLength(1);
  expect(asked.filter((text) => text === 'get pods').length).toBeGreaterThan(1);
});

test('a right that does not come is named', async () => {
  const waiting = untilAllowed(user, objects, async ({ resource }) => resource === 'pods', { timeoutMs: 30 });

  await expect(waiting).rejects.toThrow(/roles of system:serviceaccount:home:robot are not in force yet: .*"secrets"/);
});

test('somebody who may not ask goes on; other errors are told', async () => {
  const refusing = (code: number, reason: string): Client =>
    ({
      create: () => Promise.reject(new ApiError({ code, reason, message: 'no' })),
    }) as unknown as Client;
  const asked = { group: '', resource: 'pods', verb: 'get' };

  expect(await reviewOf(refusing(403, 'Forbidden'), { name: user })(asked)).toBe(true);
  await expect(reviewOf(refusing(500, 'InternalError'), { name: user })(asked)).rejects.toThrow('no');
});
