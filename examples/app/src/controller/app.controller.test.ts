import { conditions, createManager } from 'kbts/runtime';
import { startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { App } from '../api/v1beta1/index.js';
import { setupAppController } from './app.controller.js';

const options = { metrics: false, health: false, leaderElection: false, logging: { level: 'error' } } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: plane.config, ...options });
  setupAppController(manager);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

test('the sample becomes ready', async () => {
  await plane.install('config/samples/ingress_v1beta1_app.yaml');

  const ref = {
    kind: App,
    name: 'app-sample',
    namespace: 'default',
  };
  const ready = await waitFor(plane.client, ref, (it) => conditions.isTrue(it?.status?.conditions, 'Ready'));

  const condition = conditions.get(ready?.status?.conditions, 'Ready');
  expect(condition?.observedGeneration).toBe(ready?.metadata.generation);
});
