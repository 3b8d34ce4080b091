/*
Copyright 2026 Example.
*/

import { createManager, mutable } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { eventually, startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Batch } from '../../api/v1alpha1/index.js';
import { setupBatchWebhook } from './batch.webhook.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;
let sample: Stored<Batch>;

beforeAll(async () => {
  plane = await startControlPlane({
    crds: ['config/crd/bases'],
    webhooks: { paths: ['config/webhook/manifests.yaml'] },
  });
  const { webhooks } = plane;
  const manager = await createManager({ config: await plane.asOperator(), webhooks, ...options });
  setupBatchWebhook(manager);
  running = manager.start(stop.signal);
  // The API server refuses the sample until the webhook server answers.
  await eventually(() => plane.install('config/samples/jobs_v1alpha1_batch.yaml'));
  sample = await plane.client.get(Batch, {
    name: 'batch-sample',
    namespace: 'default',
  });
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** A new object with the spec of the sample. */
function copyOfSample(name: string): Batch {
  return { ...mutable<Batch>(sample), metadata: { name, namespace: 'default' } };
}

test('the sample is accepted', () => {
  expect(sample.metadata.uid).toBeDefined();
});

test('creation, update and deletion of a valid object pass the validator', async () => {
  const created = await plane.client.create(copyOfSample('validated'));
  const metadata = { ...created.metadata, labels: { changed: 'yes' } };
  const updated = await plane.client.update({ ...created, metadata });
  expect(updated.metadata.labels).toEqual({ changed: 'yes' });

  await plane.client.delete(updated);
});

test.todo('what the validator refuses');

// +kubebuilder:scaffold:webhook-tests
