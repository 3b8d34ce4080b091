/** What webhooks and policies cannot do, and whom they are not asked about. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { startWebhookHost, type WebhookHost } from '../differential/webhook-host.js';

const V1 = 'admissionregistration.k8s.io/v1';
let plane: ControlPlane;
let host: WebhookHost;
beforeAll(async () => {
  [plane, host] = await Promise.all([startControlPlane({ kind: 'embedded' }), startWebhookHost()]);
  await create({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'rows.limits.kbts.dev' },
    spec: {
      group: 'limits.kbts.dev',
      scope: 'Namespaced',
      names: { plural: 'rows', kind: 'Row' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  });
});
afterAll(() => Promise.all([plane.stop(), host.stop()]));

type Plain = Record<string, unknown>;
const create = (object: Plain, options = {}): Promise<unknown> => plane.client.create(object as never, options);
const rule = (apiGroups: string[], resources: string[], more = {}): Plain => ({
  apiGroups,
  apiVersions: ['*'],
  operations: ['CREATE'],
  resources,
  ...more,
});

/** A webhook that patches what its rule is for. */
async function hook(name: string, operations: readonly object[], rules: readonly object[]): Promise<void> {
  const path = Buffer.from(JSON.stringify(operations)).toString('base64url');
  const clientConfig = { url: `${host.url}/patch/${path}`, caBundle: host.caBundle };
  const webhook = {
    name: `${name}.kbts.dev`,
    clientConfig,
    rules,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
  await create({ apiVersion: V1, kind: 'MutatingWebhookConfiguration', metadata: { name }, webhooks: [webhook] });
}

test('unknown fields of a webhook are not shown, even by a dry run', async () => {
  await hook('unknown', [{ op: 'add', path: '/zzz', value: 1 }], [rule(['limits.kbts.dev'], ['rows'])]);
  const row = { apiVersion: 'limits.kbts.dev/v1', kind: 'Row', metadata: { name: 'a', namespace: 'default' } };

  expect(await create(row, { dryRun: true })).not.toHaveProperty('zzz');
  expect(await create(row)).not.toHaveProperty('zzz');
});

test('a webhook cannot move an object to another namespace', async () => {
  const move = { op: 'replace', path: '/metadata/namespace', value: 'kube-system' };
  await hook('mover', [move], [rule([''], ['secrets'])]);
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'default' } };

  await expect(create(secret)).rejects.toMatchObject({ code: 400 });
});

test('a rule for cluster-scoped resources leaves namespaced ones alone', async () => {
  const label = { op: 'add', path: '/metadata/labels', value: { hooked: 'yes' } };
  const rules = [rule(['rbac.authorization.k8s.io'], ['*'], { scope: 'Cluster' })];
  await hook('cluster', [label], rules);
  const apiVersion = 'rbac.authorization.k8s.io/v1';

  const role = await create({ apiVersion, kind: 'Role', metadata: { name: 'a', namespace: 'default' }, rules: [] });
  const clusterRole = await create({ apiVersion, kind: 'ClusterRole', metadata: { name: 'a' }, rules: [] });

  expect(role).not.toHaveProperty('metadata.labels');
  expect(clusterRole).toHaveProperty('metadata.labels', { hooked: 'yes' });
});

test('policies judge no reviews of access', async () => {
  const constraints = { resourceRules: [rule(['authorization.k8s.io', 'storage.k8s.io'], ['*'])] };
  const spec = { matchConstraints: constraints, validations: [{ expression: 'false' }] };
  const bound = { policyName: 'deny', validationActions: ['Deny'] };
  await create({ apiVersion: V1, kind: 'ValidatingAdmissionPolicy', metadata: { name: 'deny' }, spec });
  await create({ apiVersion: V1, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: 'deny' }, spec: bound });
  const review = { resourceAttributes: { verb: 'get', resource: 'pods' } };
  const storage = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'a' },
    provisioner: 'a/b',
  };

  await expect(create(storage)).rejects.toThrow('denied request');
  await create({ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: review });
});
