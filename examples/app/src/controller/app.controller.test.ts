import { conditions, createManager } from 'kbts/runtime';
import type { Kind, KubeObject } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Service } from 'kbts/k8s/core/v1';
import { Ingress } from 'kbts/k8s/networking/v1';
import { eventually, startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { App } from '../api/v1beta1/index.js';
import type { AppSpec } from '../api/v1beta1/index.js';
import { appController } from './app.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: await plane.asOperator(), ...options });
  manager.add(appController);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

async function create(name: string, spec: Partial<AppSpec>): Promise<{ name: string; namespace: string }> {
  const metadata = { name, namespace: 'default' };
  await plane.client.create(new App({ metadata, spec: { image: 'nginx:1.29', enable_service: true, ...spec } }));
  return metadata;
}

async function change(name: string, spec: Partial<AppSpec>): Promise<void> {
  await plane.client.patch({ kind: App, name, namespace: 'default' }, { type: 'merge', body: { spec } });
}

async function appears<T extends KubeObject>(kind: Kind<T>, name: string): Promise<void> {
  await waitFor(plane.client, { kind, name, namespace: 'default' }, (it) => it !== undefined);
}

async function disappears<T extends KubeObject>(kind: Kind<T>, name: string): Promise<void> {
  await waitFor(plane.client, { kind, name, namespace: 'default' }, (it) => it === undefined);
}

test('the sample becomes ready when its pods are', async () => {
  await plane.install('config/samples/ingress_v1beta1_app.yaml');
  const key = { name: 'app-sample', namespace: 'default' };
  const deployment = await eventually(() => plane.client.get(Deployment, key));
  const ref = { kind: App, ...key };
  await waitFor(plane.client, ref, (it) => conditions.isFalse(it?.status?.conditions, 'Ready'));

  // What the deployment controller and the kubelets of a real cluster would do.
  const status = { replicas: 2, readyReplicas: 2 };
  await plane.client.status.apply(deployment, { status }, { fieldManager: 'kubelet' });

  const ready = await waitFor(plane.client, ref, (it) => conditions.isTrue(it?.status?.conditions, 'Ready'));
  expect(ready?.status?.ready_replicas).toBe(2);
  expect(conditions.get(ready?.status?.conditions, 'Ready')?.observedGeneration).toBe(ready?.metadata.generation);
});

test('service and ingress come and go', async () => {
  const { name } = await create('switched', { enable_service: false, enable_ingress: false });
  await appears(Deployment, name);

  await change(name, { enable_service: true, enable_ingress: true });
  await appears(Service, name);
  await appears(Ingress, name);

  await change(name, { enable_ingress: false });
  await disappears(Ingress, name);

  await change(name, { enable_service: false });
  await disappears(Service, name);
});

test('a service of somebody else stays', async () => {
  const key = { name: 'foreign', namespace: 'default' };
  await plane.client.create(new Service({ metadata: key, spec: { ports: [{ port: 80 }] } }));

  await create('foreign', { enable_service: false });

  await waitFor(plane.client, { kind: App, ...key }, (it) => it?.status !== undefined);
  expect(await plane.client.find(Service, key)).toBeDefined();
});

test('what was deleted or edited by hand is put right', async () => {
  const key = await create('repaired', { enable_ingress: true });
  await appears(Ingress, key.name);

  await plane.client.delete({ kind: Ingress, ...key });
  await plane.client.patch({ kind: Deployment, ...key }, { type: 'merge', body: { spec: { replicas: 7 } } });

  await appears(Ingress, key.name);
  await waitFor(plane.client, { kind: Deployment, ...key }, (it) => it?.spec?.replicas === 1);
});
