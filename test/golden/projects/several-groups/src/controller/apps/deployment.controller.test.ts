import { createManager } from 'kbts/runtime';
import { startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Deployment } from 'kbts/k8s/apps/v1';
import { deploymentController } from './deployment.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
// The namespace in which the roles of a namespaced operator let it work.
const cache = { default: { namespaces: ['default'] } };
const stop = new AbortController();
let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});

afterAll(async () => {
  stop.abort();
  await plane.stop();
});

test('the controller watches its kind, and stops when it is told to', async () => {
  const manager = await createManager({ config: await plane.asOperator(), cache, ...options });
  manager.add(deploymentController);
  const running = manager.start(stop.signal);
  await Promise.race([manager.elected, running]);

  const { items } = await manager.client.list(Deployment, { source: 'cache' });
  expect(items).toBeInstanceOf(Array);

  stop.abort();
  await expect(running).resolves.toBeUndefined();
});

test.todo('what the controller does with a Deployment');
