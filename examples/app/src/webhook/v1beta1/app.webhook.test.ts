import { createManager } from 'kbts/runtime';
import type { DeepReadonly } from 'kbts/runtime';
import { eventually, startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { App } from '../../api/v1beta1/index.js';
import { setupAppWebhook } from './app.webhook.js';

const options = { metrics: false, health: false, leaderElection: false, logging: { level: 'error' } } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;
let sample: DeepReadonly<App>;

beforeAll(async () => {
  plane = await startControlPlane({
    crds: ['config/crd/bases'],
    webhooks: { paths: ['config/webhook/manifests.yaml'] },
  });
  const webhooks = { ...plane.webhooks, files: { folder: plane.webhooks?.certDir ?? '' } };
  const manager = await createManager({ config: plane.config, webhooks, ...options });
  setupAppWebhook(manager);
  running = manager.start(stop.signal);
  // The API server refuses the sample until the webhook server answers.
  await eventually(() => plane.install('config/samples/ingress_v1beta1_app.yaml'));
  sample = await plane.client.get(App, {
    name: 'app-sample',
    namespace: 'default',
  });
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** A new object with the spec of the sample. */
function copyOfSample(name: string): DeepReadonly<App> {
  const { apiVersion, kind, spec } = sample;
  return { apiVersion, kind, metadata: { name, namespace: 'default' }, spec };
}

test('the sample is accepted', () => {
  expect(sample.metadata.uid).toBeDefined();
});

test('creation passes the defaulter', async () => {
  const created = await plane.client.create(copyOfSample('defaulted'), { dryRun: true });

  // TODO(user): expect the defaults that you fill in.
  expect(created.metadata.name).toBe('defaulted');
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
