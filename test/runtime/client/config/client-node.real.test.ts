import { AuthenticationV1Api, CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ConfigMap, Namespace, ServiceAccount } from '../../../../src/k8s/index.js';
import { fromClientNode, toClientNode } from '../../../../src/runtime/client/config/client-node.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { parseClusterConfig } from '../../../../src/runtime/client/config/kube-config.js';
import { startControlPlane, type ControlPlane } from '../../../../src/testing/index.js';

let plane: ControlPlane;
beforeAll(async () => {
  plane = await startControlPlane({ kind: 'envtest' });
}, 120_000);
afterAll(async () => plane.stop());

test('a KubeConfig of client-node serves our client', async () => {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromString(plane.kubeconfig());

  const client = createClient({ config: await fromClientNode(kubeConfig) });

  expect((await client.get(Namespace, { name: 'default' })).metadata.name).toBe('default');
});

test('our config serves the clients of client-node', async () => {
  await plane.client.create(new ConfigMap({ metadata: { name: 'bridge', namespace: 'default' }, data: { a: '1' } }));

  const api = (await toClientNode(plane.config)).makeApiClient(CoreV1Api);

  expect((await api.readNamespacedConfigMap({ name: 'bridge', namespace: 'default' })).data).toEqual({ a: '1' });
});

test('both libraries read the same cluster and identity out of a kubeconfig', async () => {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromString(plane.kubeconfig());

  const [theirs, ours] = [await fromClientNode(kubeConfig), await parseClusterConfig(plane.kubeconfig())];

  expect([theirs.server, theirs.ca?.trim()]).toEqual([ours.server, ours.ca?.trim()]);
  const { token, cert } = (await theirs.credentials?.current()) ?? {};
  expect([token, cert?.trim()]).toEqual([ours.token, ours.cert?.trim()]);
});

/** Who the API server takes a client of client-node for. */
async function userOf(kubeConfig: KubeConfig): Promise<string | undefined> {
  const review = await kubeConfig.makeApiClient(AuthenticationV1Api).createSelfSubjectReview({ body: {} });
  return review.status?.userInfo?.username;
}

test('whoever is impersonated stays so in both directions', async () => {
  const impersonate = { user: 'jane' };
  expect(await userOf(await toClientNode({ ...plane.config, impersonate }))).toBe('jane');

  const kubeConfig = await toClientNode({ ...plane.config, impersonate });
  const theirs = await fromClientNode(kubeConfig);
  expect(theirs.impersonate).toEqual(impersonate);
  await expect(createClient({ config: theirs }).get(Namespace, { name: 'default' })).rejects.toThrow(
    /"jane" cannot get/,
  );

  for (const more of [{ groups: ['viewers'] }, { uid: '1' }, { extra: { k: ['v'] } }])
    await expect(toClientNode({ ...plane.config, impersonate: { ...impersonate, ...more } })).rejects.toThrow(
      'client-node can impersonate a user',
    );
  await expect(toClientNode({ ...plane.config, impersonate: { user: '' } })).rejects.toThrow('needs a user');
});

test('the token file of a pod serves client-node, before a token in place', async () => {
  const account = { kind: ServiceAccount, namespace: 'default', name: 'pod' } as const;
  await plane.client.create(new ServiceAccount({ metadata: { name: 'pod', namespace: 'default' } }));
  const { status } = await plane.client.subresource('token').create<{ status: { token: string } }>(account, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  });
  const tokenFile = path.join(await mkdtemp(path.join(tmpdir(), 'kbts-token-')), 'token');
  await writeFile(tokenFile, status.token);
  onTestFinished(() => rm(path.dirname(tokenFile), { recursive: true }));
  const { server, ca } = plane.config;

  expect(await userOf(await toClientNode({ server, ca, token: 'wrong', tokenFile }))).toBe(
    'system:serviceaccount:default:pod',
  );
});

test('credentials do not leave this machine in plain text through client-node', async () => {
  const server = 'http://example.com:6443';
  for (const secret of [{ token: 't' }, { tokenFile: '/t' }, { username: 'u', password: 'p' }])
    await expect(toClientNode({ server, ...secret })).rejects.toMatchObject({ code: 'PLAIN_TEXT' });

  expect((await toClientNode({ server })).getCurrentCluster()?.server).toBe(server);
  expect((await toClientNode({ server: 'http://127.0.0.1:1', token: 't' })).getCurrentUser()?.token).toBe('t');
});

test('a KubeConfig without a cluster is refused', async () => {
  await expect(fromClientNode(new KubeConfig())).rejects.toThrow('no current cluster');
});
