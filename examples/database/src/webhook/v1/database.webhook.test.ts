import { createManager } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { eventually, startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../api/v1/index.js';
import { setupDatabaseWebhook } from './database.webhook.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;
let sample: Stored<Database>;

beforeAll(async () => {
  plane = await startControlPlane({
    crds: ['config/crd/bases'],
    webhooks: { paths: ['config/webhook/manifests.yaml'] },
  });
  const { webhooks } = plane;
  const manager = await createManager({ config: await plane.asOperator(), webhooks, ...options });
  setupDatabaseWebhook(manager);
  running = manager.start(stop.signal);
  // The API server refuses the sample until the webhook server answers.
  await eventually(() => plane.install('config/samples/data_v1_database.yaml'));
  sample = await plane.client.get(Database, {
    name: 'database-sample',
    namespace: 'default',
  });
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** A new object with the spec of the sample. */
function copyOfSample(name: string): Database {
  const { engine, passwordSecret } = sample.spec;
  return new Database({ metadata: { name, namespace: 'default' }, spec: { engine, passwordSecret } });
}

test('the sample is accepted', () => {
  expect(sample.metadata.uid).toBeDefined();
});

test('creation passes the defaulter', async () => {
  const created = await plane.client.create(copyOfSample('defaulted'), { dryRun: true });

  expect(created.spec.version).toBe('17');
});

test('creation, update and deletion of a valid object pass the validator', async () => {
  const created = await plane.client.create(copyOfSample('validated'));
  const metadata = { ...created.metadata, labels: { changed: 'yes' } };
  const updated = await plane.client.update({ ...created, metadata });
  expect(updated.metadata.labels).toEqual({ changed: 'yes' });

  await plane.client.delete(updated);
});

test.each([
  [{ engine: 'mysql' }, 'the engine cannot change'],
  [{ storage: '1Mi' }, 'volumes cannot shrink'],
] as const)('%j is refused: %s', async (spec, why) => {
  await expect(plane.client.patch(sample, { type: 'merge', body: { spec } })).rejects.toThrow(why);
});

// +kubebuilder:scaffold:webhook-tests
