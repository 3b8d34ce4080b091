import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigMap, Namespace } from '../../../../src/k8s/index.js';
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

test('a KubeConfig without a cluster is refused', async () => {
  await expect(fromClientNode(new KubeConfig())).rejects.toThrow('no current cluster');
});
