import { createManager, dynamicKind } from 'kbts/runtime';
import type { Kind, KindRef, KubeObject } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { PersistentVolume, PersistentVolumeClaim, Service } from 'kbts/k8s/core/v1';
import { eventually, startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Pipeline } from '../api/v1beta1/index.js';
import type { PipelinePhase, PipelineStep } from '../api/v1beta1/index.js';
import { pipelineController } from './pipeline.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: await plane.asOperator(), ...options });
  manager.add(pipelineController);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

const step = (model: string): PipelineStep => ({ image: 'infer:v1', model });

async function create(name: string, ...models: string[]): Promise<void> {
  const modelStorage = { nfs: { server: 'nfs.my.domain', path: '/models' } };
  const spec = { steps: models.map(step), modelStorage };
  await plane.client.create(new Pipeline({ metadata: { name }, spec }));
}

/** What the controllers of a real cluster do: the claim gets its volume, pods start. */
async function letAllBeReady(name: string, steps: number): Promise<void> {
  await patchStatus({ kind: PersistentVolumeClaim, name: `${name}-models`, namespace: 'default' }, { phase: 'Bound' });
  for (let index = 1; index <= steps; index++) await setAvailable(name, index, 1);
}

async function setAvailable(name: string, index: number, availableReplicas: number): Promise<void> {
  const key = { name: `${name}-step-${index}`, namespace: 'default' };
  const { metadata } = await eventually(() => plane.client.get(Deployment, key));
  const counts = { replicas: 1, readyReplicas: availableReplicas, availableReplicas };
  await patchStatus({ kind: Deployment, ...key }, { ...counts, observedGeneration: metadata.generation });
}

async function patchStatus<T extends KubeObject>({ kind, ...key }: KindRef<T>, status: object): Promise<void> {
  const target = { kind: dynamicKind(kind.gvk), ...key };
  await eventually(() => plane.client.status.patch(target, { type: 'merge', body: { status } }));
}

async function reaches(name: string, phase: PipelinePhase): Promise<void> {
  await waitFor(plane.client, { kind: Pipeline, name }, (it) => it?.status?.phase === phase);
}

async function disappears<T extends KubeObject>(kind: Kind<T>, name: string, namespace?: string): Promise<void> {
  await waitFor(plane.client, { kind, name, namespace }, (it) => it === undefined);
}

test('the sample runs when its claim is bound and its steps are available', async () => {
  await plane.install('config/samples/distri-infer_v1beta1_pipeline.yaml');
  await reaches('pipeline-sample', 'Pending');

  await letAllBeReady('pipeline-sample', 2);

  await reaches('pipeline-sample', 'Running');
  const { status } = await plane.client.get(Pipeline, { name: 'pipeline-sample' });
  expect(status).toMatchObject({ readySteps: 2, endpoint: 'http://pipeline-sample-step-1.default.svc' });
});

test('a step that fails later degrades the pipeline', async () => {
  await create('shaky', 'a');
  await letAllBeReady('shaky', 1);
  await reaches('shaky', 'Running');

  await setAvailable('shaky', 1, 0);

  await reaches('shaky', 'Degraded');
});

test('a step that is taken out goes, with its service', async () => {
  await create('shorter', 'a', 'b');
  await waitFor(
    plane.client,
    { kind: Service, name: 'shorter-step-2', namespace: 'default' },
    (it) => it !== undefined,
  );

  await plane.client.patch(
    { kind: Pipeline, name: 'shorter' },
    { type: 'merge', body: { spec: { steps: [step('a')] } } },
  );

  await disappears(Service, 'shorter-step-2', 'default');
  await disappears(Deployment, 'shorter-step-2', 'default');
  expect(await plane.client.find(Service, { name: 'shorter-step-1', namespace: 'default' })).toBeDefined();
});

test('a deleted pipeline goes last: after its steps, its claim and its volume', async () => {
  await create('leaving', 'a');
  await letAllBeReady('leaving', 1);
  await reaches('leaving', 'Running');
  const deployment = { kind: Deployment, name: 'leaving-step-1', namespace: 'default' };
  const claim = { kind: PersistentVolumeClaim, name: 'leaving-models', namespace: 'default' };
  const volume = { kind: PersistentVolume, name: 'leaving-models' };
  await setFinalizers(deployment, ['my.domain/slow']);
  await setFinalizers(claim, ['my.domain/slow']);
  await setFinalizers(volume, ['my.domain/slow']);

  await plane.client.delete({ kind: Pipeline, name: 'leaving' });

  await waitsFor('leaving', 'the steps');
  expect(await isTerminating(deployment)).toBe(true);
  expect(await isTerminating(claim)).toBe(false);
  await setFinalizers(deployment, null);

  await waitsFor('leaving', 'the claim');
  expect(await isTerminating(claim)).toBe(true);
  expect(await isTerminating(volume)).toBe(false);
  await setFinalizers(claim, null);

  await waitsFor('leaving', 'the volume');
  expect(await isTerminating(volume)).toBe(true);
  await setFinalizers(volume, null);

  await disappears(Pipeline, 'leaving');
});

async function waitsFor(name: string, what: string): Promise<void> {
  const detail = `waiting for the end of ${what}`;
  const ref = { kind: Pipeline, name };
  await waitFor(plane.client, ref, (it) => it?.status?.detailPhase === detail);
}

async function setFinalizers<T extends KubeObject>(
  { kind, ...key }: KindRef<T>,
  finalizers: string[] | null,
): Promise<void> {
  await plane.client.patch(
    { kind: dynamicKind(kind.gvk), ...key },
    { type: 'merge', body: { metadata: { finalizers } } },
  );
}

async function isTerminating<T extends KubeObject>({ kind, ...key }: KindRef<T>): Promise<boolean> {
  const { metadata } = await plane.client.get(kind, key);
  return metadata.deletionTimestamp !== undefined;
}
