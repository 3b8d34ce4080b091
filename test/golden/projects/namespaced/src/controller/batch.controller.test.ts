/*
Copyright 2026 Example.
*/

import { conditions, createManager } from 'kbts/runtime';
import { startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Batch } from '../api/v1alpha1/index.js';
import { batchController } from './batch.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
// The namespace in which the roles of a namespaced operator let it work.
const cache = { default: { namespaces: ['default'] } };
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: await plane.asOperator(), cache, ...options });
  manager.add(batchController);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

// There are no nodes: where the controller waits for pods, report them ready with plane.client.status.
test('the sample becomes ready', async () => {
  await plane.install('config/samples/jobs_v1alpha1_batch.yaml');

  const ref = {
    kind: Batch,
    name: 'batch-sample',
    namespace: 'default',
  };
  const ready = await waitFor(plane.client, ref, (it) => conditions.isTrue(it?.status?.conditions, 'Ready'));

  const condition = conditions.get(ready?.status?.conditions, 'Ready');
  expect(condition?.observedGeneration).toBe(ready?.metadata.generation);
});
