import { conditions, createManager } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Proxy as ProxyResource } from '../api/v1alpha1/index.js';
import { proxyController } from './proxy.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
// The namespace in which the roles of a namespaced operator let it work.
const cache = { default: { namespaces: ['default'] } };
const stop = new AbortController();
const name = 'proxy-sample';
const sample = { kind: ProxyResource, name, namespace: 'default' };
const child = { kind: Deployment, name, namespace: 'default' };
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: await plane.asOperator(), cache, ...options });
  manager.add(proxyController);
  running = manager.start(stop.signal);
  await plane.install('config/samples/cache_v1alpha1_proxy.yaml');
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

test('the sample runs the image in a Deployment that it owns', async () => {
  const deployment = await waitFor(plane.client, child, (it) => it !== undefined);

  const [container] = deployment?.spec?.template.spec?.containers ?? [];
  expect(container).toMatchObject({
    image: 'localhost:5000/proxy',
  });
  expect(deployment?.metadata.ownerReferences).toMatchObject([{ kind: 'Proxy', name, controller: true }]);
});

test('the Deployment follows the size, and changes by hand are put right', async () => {
  await plane.client.patch(sample, { type: 'merge', body: { spec: { size: 3 } } });
  await waitFor(plane.client, child, (it) => it?.spec?.replicas === 3);

  await plane.client.patch(child, { type: 'merge', body: { spec: { replicas: 7 } } });
  await waitFor(plane.client, child, (it) => it?.spec?.replicas === 3);
});

test('it is available when its pods are', async () => {
  await waitFor(plane.client, sample, (it) => conditions.isFalse(it?.status?.conditions, 'Available'));

  // What the deployment controller and the kubelets of a real cluster would do.
  const status = { replicas: 3, readyReplicas: 3, availableReplicas: 3 };
  await plane.client.status.patch(child, { type: 'merge', body: { status } });

  const ready = await waitFor(plane.client, sample, (it) => conditions.isTrue(it?.status?.conditions, 'Available'));
  expect(conditions.get(ready?.status?.conditions, 'Available')?.observedGeneration).toBe(ready?.metadata.generation);
});
