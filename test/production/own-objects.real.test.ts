/** On a real API server, the account of a scaffolded operator changes its own objects and no others of their kind. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { is } from '../../src/runtime/client/requests/api-error.js';
import type { Client } from '../../src/runtime/client/client.js';
import { createClient } from '../../src/runtime/client/kube-client.js';
import { parseApiVersion } from '../../src/kubernetes/version/api-version.js';
import { dynamicKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import type { ControlPlane } from '../../src/testing/control-plane.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';
import { runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';
import { ensureBinaries } from '../testing/real-binaries.js';
import { accountToken, deploy, type Loose, render, rightsInForce, scaffoldFiles } from './scaffolded-operator.js';

const namespace = 'guestbook-system';
const lease = '5727742e.my.domain';
const service = { namespace, name: 'guestbook-webhook-service', path: '/x' };
const hook = { name: 'a.b.c', clientConfig: { service }, sideEffects: 'None', admissionReviewVersions: ['v1'] };

interface Target {
  readonly object: Loose;
  readonly isOwn: boolean;
}

const target = (
  isOwn: boolean,
  apiVersion: string,
  kind: string,
  name: string,
  rest: object,
  where?: string,
): Target => ({
  isOwn,
  object: { apiVersion, kind, metadata: { name, ...(where !== undefined && { namespace: where }) }, ...rest },
});

/** One of our own, and others that differ in as little as possible. */
const targets: readonly Target[] = [
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].flatMap((kind) => {
    const own = `guestbook-${kind.replace('WebhookConfiguration', '').toLowerCase()}-webhook-configuration`;
    const api = 'admissionregistration.k8s.io/v1';
    return [
      target(true, api, kind, own, {}),
      target(false, api, kind, 'other', { webhooks: [hook] }),
      target(false, api, kind, own.replace('guestbook-', ''), {}),
    ];
  }),
  target(true, 'apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'guestbooks.webapp.my.domain', {}),
  target(false, 'apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.com', { spec: widgets() }),
  target(true, 'v1', 'Secret', 'webhook-server-cert', {}, namespace),
  target(false, 'v1', 'Secret', 'webhook-server-cert', {}, 'default'),
  target(false, 'v1', 'Secret', 'database', {}, namespace),
  target(true, 'coordination.k8s.io/v1', 'Lease', lease, {}, namespace),
  target(false, 'coordination.k8s.io/v1', 'Lease', lease, {}, 'default'),
  target(false, 'coordination.k8s.io/v1', 'Lease', 'other', {}, namespace),
];

let plane: ControlPlane;
beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
}, 240_000);
afterAll(async () => plane?.stop());

describe.each([
  ['a cluster', [], false],
  ['its namespace', ['--namespaced'], false],
  ['a cluster, with cert-manager', [], true],
] as const)('a manager of %s', (_, flags, hasCertManager) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let operator: Client & AsyncDisposable;
  beforeAll(async () => {
    folder = await temporaryFolder('guestbook');
    plane = await startControlPlane({ kind: 'envtest' });
    await scaffoldFiles(folder.root, ...flags);
    if (hasCertManager) await runOk(folder.root, 'edit', '--enable', 'cert-manager');
    const objects = (await render(folder.root)).filter(({ apiVersion }) => !apiVersion.startsWith('cert-manager.io'));
    await deploy(plane.client, objects, 9443);
    for (const { object } of targets) await plane.client.apply(object, { fieldManager: 'test', force: true });
    await rightsInForce(plane.client, objects, namespace, 'guestbook-controller-manager');
    const token = await accountToken(plane.client, namespace, 'guestbook-controller-manager');
    const { server, ca } = plane.config;
    operator = createClient({ config: { server, ca, token } });
  }, 240_000);
  afterAll(async () => {
    await operator?.[Symbol.asyncDispose]();
    await plane.stop();
    await folder.clean();
  });

  test.each(targets)('$object.kind $object.metadata.name in $object.metadata.namespace: own $isOwn', async (given) => {
    const isCertificate = given.object.kind !== 'Lease';
    const mayWrite = given.isOwn && !(isCertificate && hasCertManager);
    const verb = ['Secret', 'Lease'].includes(given.object.kind) ? 'update' : 'patch';
    const other = verb === 'update' ? 'patch' : 'update';

    expect(await tryOut(operator, given.object, verb)).toBe(mayWrite ? 'allowed' : 'forbidden');
    expect(await tryOut(operator, given.object, 'get')).toBe(mayWrite ? 'allowed' : 'forbidden');
    for (const never of [other, 'delete', 'list', 'watch'] as const)
      expect(await tryOut(operator, given.object, never), never).toBe('forbidden');
  });

  test('asks for no rights over roles, pods, exec, impersonation or tokens', async () => {
    const asked = [
      ['rbac.authorization.k8s.io', 'clusterroles', 'escalate'],
      ['rbac.authorization.k8s.io', 'clusterrolebindings', 'create'],
      ['rbac.authorization.k8s.io', 'rolebindings', 'create'],
      ['', 'pods', 'create'],
      ['', 'pods/exec', 'create'],
      ['', 'serviceaccounts', 'impersonate'],
      ['', 'serviceaccounts/token', 'create'],
      ['', 'nodes', 'get'],
    ] as const;
    for (const [group, resource, verb] of asked)
      expect(await isAllowed(operator, group, resource, verb), `${verb} ${resource}`).toBe(false);
  });
});

type Verb = 'get' | 'patch' | 'update' | 'delete' | 'list' | 'watch';

/** Really asks for it, as a dry run where something would change. */
async function tryOut(client: Client, object: KubeObject, verb: Verb): Promise<'allowed' | 'forbidden'> {
  const { apiVersion, kind: name, metadata } = object;
  const kind = dynamicKind({ ...parseApiVersion(apiVersion), kind: name });
  const key = { name: metadata.name ?? '', ...(metadata.namespace !== undefined && { namespace: metadata.namespace }) };
  const body = { metadata: { annotations: { tried: 'true' } } };
  const calls: Record<Verb, () => Promise<unknown>> = {
    get: () => client.live.get(kind, key),
    patch: () => client.patch({ kind, ...key }, { type: 'merge', body }, { dryRun: true }),
    update: async () => client.update(await plane.client.live.get(kind, key), { dryRun: true }),
    delete: () => client.delete({ kind, ...key }, { dryRun: true }),
    list: () => client.list(kind, { source: 'live', namespace: metadata.namespace }),
    watch: async () => {
      const plural = `${name.toLowerCase()}s`;
      const { group } = parseApiVersion(apiVersion);
      if (!(await isAllowed(client, group, plural, 'watch', metadata.namespace))) throw new Forbidden();
    },
  };
  try {
    await calls[verb]();
    return 'allowed';
  } catch (error) {
    if (error instanceof Forbidden || is.forbidden(error)) return 'forbidden';
    throw error;
  }
}

class Forbidden extends Error {}

async function isAllowed(client: Client, group: string, full: string, verb: string, where?: string): Promise<boolean> {
  const [resource, subresource] = full.split('/');
  const resourceAttributes = { group, resource, subresource, verb, namespace: where ?? namespace };
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', metadata: {} };
  const answer = (await client.create({ ...review, spec: { resourceAttributes } } as KubeObject)) as KubeObject & {
    status?: { allowed?: boolean };
  };
  return answer.status?.allowed === true;
}

function widgets(): object {
  const schema = { openAPIV3Schema: { type: 'object' } };
  return {
    group: 'example.com',
    names: { kind: 'Widget', plural: 'widgets' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  };
}
