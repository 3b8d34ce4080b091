import { conditions, createManager, owners } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { Pod } from 'kbts/k8s/core/v1';
import { eventually, startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImoocPod } from '../api/v1alpha1/index.js';
import { imoocPodController } from './imooc-pod.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: await plane.asOperator(), ...options });
  manager.add(imoocPodController);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** Pods of an ImoocPod that are not about to end, once there are `count` and the status names exactly these. */
async function settled(name: string, count: number): Promise<readonly Stored<Pod>[]> {
  return eventually(async () => {
    const owner = await plane.client.get(ImoocPod, { name, namespace: 'default' });
    const { items } = await plane.client.list(Pod, { namespace: 'default' });
    const pods = items.filter((pod) => owners.has(owner, pod) && pod.metadata.deletionTimestamp === undefined);
    expect(pods).toHaveLength(count);
    expect(owner.status).toMatchObject({ replicas: count });
    expect(owner.status?.podNames).toEqual(pods.map(({ metadata }) => metadata.name).toSorted());
    return pods;
  });
}

async function create(name: string, replicas: number): Promise<readonly Stored<Pod>[]> {
  const metadata = { name, namespace: 'default' };
  await plane.client.create(new ImoocPod({ metadata, spec: { image: 'nginx:1.29', replicas } }));
  return settled(name, replicas);
}

async function change(name: string, spec: Partial<ImoocPod['spec']>): Promise<void> {
  await plane.client.patch({ kind: ImoocPod, name, namespace: 'default' }, { type: 'merge', body: { spec } });
}

/** What a kubelet would do. */
async function letBeReady(pods: readonly Stored<Pod>[]): Promise<void> {
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } as const;
  for (const pod of pods) await plane.client.status.apply(pod, { status }, { fieldManager: 'kubelet' });
}

test('the sample becomes ready when its pods are', async () => {
  await plane.install('config/samples/batch_v1alpha1_imoocpod.yaml');
  const pods = await settled('imoocpod-sample', 3);

  await letBeReady(pods);

  const ref = { kind: ImoocPod, name: 'imoocpod-sample', namespace: 'default' };
  const ready = await waitFor(plane.client, ref, (it) => conditions.isTrue(it?.status?.conditions, 'Ready'));
  const condition = conditions.get(ready?.status?.conditions, 'Ready');
  expect(condition?.observedGeneration).toBe(ready?.metadata.generation);
});

test('scales up and down', async () => {
  const before = await create('scaled', 2);

  await change('scaled', { replicas: 4 });
  const grown = await settled('scaled', 4);
  expect(names(grown)).toEqual(expect.arrayContaining(names(before)));

  await change('scaled', { replicas: 1 });
  const shrunk = await settled('scaled', 1);
  expect(names(grown)).toEqual(expect.arrayContaining(names(shrunk)));
});

test('a deleted pod is replaced', async () => {
  const [pod] = await create('healed', 1);

  await plane.client.delete({ kind: Pod, name: nameOf(pod), namespace: 'default' });

  await eventually(async () => expect(names(await settled('healed', 1))).not.toEqual([pod?.metadata.name]));
});

test('a pod that takes its time to end does not count', async () => {
  const [pod] = await create('lingering', 1);
  const ref = { kind: Pod, name: nameOf(pod), namespace: 'default' };
  await plane.client.patch(ref, { type: 'merge', body: { metadata: { finalizers: ['my.domain/linger'] } } });

  await plane.client.delete(ref);

  await eventually(async () => expect(names(await settled('lingering', 1))).not.toEqual([ref.name]));
  expect((await plane.client.get(Pod, ref)).metadata.deletionTimestamp).toBeDefined();
  await plane.client.patch(ref, { type: 'merge', body: { metadata: { finalizers: null } } });
});

test('a new image means new pods', async () => {
  await create('renewed', 2);

  await change('renewed', { image: 'nginx:1.30' });

  await eventually(async () => {
    const pods = await settled('renewed', 2);
    expect(pods.map(({ spec }) => spec?.containers[0]?.image)).toEqual(['nginx:1.30', 'nginx:1.30']);
  });
});

test('a pod stays found when somebody takes its labels away', async () => {
  const [pod] = await create('unlabelled', 1);
  const ref = { kind: Pod, name: nameOf(pod), namespace: 'default' };

  await plane.client.patch(ref, { type: 'merge', body: { metadata: { labels: null } } });
  await change('unlabelled', { replicas: 2 });

  expect(names(await settled('unlabelled', 2))).toContain(ref.name);
});

function nameOf(pod: Stored<Pod> | undefined): string {
  if (!pod) throw new Error('there is no such pod');
  return pod.metadata.name;
}

function names(pods: readonly Stored<Pod>[]): string[] {
  return pods.map(({ metadata }) => metadata.name).toSorted();
}
