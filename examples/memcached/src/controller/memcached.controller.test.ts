import { conditions, createManager } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Pod } from 'kbts/k8s/core/v1';
import { eventually, startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Memcached } from '../api/v1alpha1/index.js';
import { memcachedController } from './memcached.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: await plane.asOperator(), ...options });
  manager.add(memcachedController);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

interface Key {
  readonly name: string;
  readonly namespace: string;
}

async function create(name: string, size: number, containerPort = 11211): Promise<Key> {
  const key = { name, namespace: 'default' };
  await plane.client.create(new Memcached({ metadata: key, spec: { size, containerPort } }));
  await hasSize(key, size);
  return key;
}

async function hasSize(key: Key, size: number): Promise<void> {
  await waitFor(plane.client, { kind: Deployment, ...key }, (it) => it?.spec?.replicas === size);
}

/** Creates pods, as the controllers of a cluster do. */
async function createPods({ name, namespace }: Key, ...names: readonly string[]): Promise<void> {
  const labels = { 'app.kubernetes.io/name': 'memcached', 'app.kubernetes.io/instance': name };
  const containers = [{ name: 'memcached', image: 'memcached' }];
  for (const pod of names)
    await plane.client.create(new Pod({ metadata: { name: pod, namespace, labels }, spec: { containers } }));
}

async function reportReady(key: Key, readyReplicas: number): Promise<void> {
  const body = { status: { replicas: readyReplicas, readyReplicas } };
  await plane.client.status.patch({ kind: Deployment, ...key }, { type: 'merge', body });
}

async function hasNodes(key: Key, ...nodes: readonly string[]): Promise<void> {
  await eventually(async () => expect((await plane.client.get(Memcached, key)).status?.nodes).toEqual(nodes));
}

test('the sample becomes available when its pods are ready', async () => {
  await plane.install('config/samples/cache_v1alpha1_memcached.yaml');
  const key = { name: 'memcached-sample', namespace: 'default' };
  await hasSize(key, 3);

  await createPods(key, 'sample-b', 'sample-a', 'sample-c');
  await reportReady(key, 3);

  const ref = { kind: Memcached, ...key };
  const available = await waitFor(plane.client, ref, (it) => conditions.isTrue(it?.status?.conditions, 'Available'));
  const condition = conditions.get(available?.status?.conditions, 'Available');
  expect(condition?.observedGeneration).toBe(available?.metadata.generation);
  await hasNodes(key, 'sample-a', 'sample-b', 'sample-c');
  expect((await plane.client.get(Memcached, key)).spec.containerPort).toBe(11_211);
});

test('the Deployment has the labels and the port of its Memcached', async () => {
  const key = await create('other-port', 1, 12_345);

  const { metadata, spec } = await plane.client.get(Deployment, key);

  const labels = { 'app.kubernetes.io/name': 'memcached', 'app.kubernetes.io/instance': 'other-port' };
  expect(metadata.labels).toMatchObject(labels);
  expect(spec?.selector.matchLabels).toEqual(labels);
  expect(spec?.template.metadata?.labels).toEqual(labels);
  expect(spec?.template.spec?.containers[0]).toMatchObject({
    args: ['--port=12345'],
    ports: [{ containerPort: 12_345 }],
  });
});

test('is not available while pods are missing', async () => {
  const key = await create('waiting', 2);

  await reportReady(key, 1);

  await eventually(async () => {
    const { status } = await plane.client.get(Memcached, key);
    const message = '1 of 2 pods are ready';
    expect(status?.conditions).toMatchObject([
      { type: 'Available', status: 'False', reason: 'WaitingForPods', message },
    ]);
  });
});

test('a new size resizes the Deployment', async () => {
  const key = await create('resized', 1);

  await plane.client.patch({ kind: Memcached, ...key }, { type: 'merge', body: { spec: { size: 5 } } });

  await hasSize(key, 5);
});

test('edits of the Deployment are undone, and a deleted one comes back', async () => {
  const key = await create('healed', 2);

  await plane.client.patch({ kind: Deployment, ...key }, { type: 'merge', body: { spec: { replicas: 4 } } });
  await hasSize(key, 2);

  await plane.client.delete({ kind: Deployment, ...key });
  await hasSize(key, 2);
});

test('pods that come and go change the status, even when the Deployment stays the same', async () => {
  const key = await create('renewed', 1);
  await createPods(key, 'renewed-a');
  await hasNodes(key, 'renewed-a');

  await createPods(key, 'renewed-b');
  await plane.client.delete({ kind: Pod, name: 'renewed-a', namespace: 'default' });

  await hasNodes(key, 'renewed-b');
});

test.each([0, 6])('a size of %i is rejected', async (size) => {
  const memcached = new Memcached({
    metadata: { name: 'rejected', namespace: 'default' },
    spec: { size, containerPort: 11_211 },
  });

  await expect(plane.client.create(memcached)).rejects.toThrow('spec.size');
});
