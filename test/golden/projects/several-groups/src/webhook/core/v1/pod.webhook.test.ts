import { createManager } from 'kbts/runtime';
import { eventually, startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { request } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setupPodWebhook } from './pod.webhook.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ webhooks: { paths: ['config/webhook/manifests.yaml'] } });
  const { webhooks } = plane;
  const manager = await createManager({ config: await plane.asOperator(), webhooks, ...options });
  setupPodWebhook(manager);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** The HTTP status of an empty call to a webhook: 404 when there is none at this path. */
function statusAt(path: string): Promise<number | undefined> {
  const target = { host: plane.webhooks?.host, port: plane.webhooks?.port, path };
  return new Promise((resolve, reject) => {
    const call = request({ ...target, method: 'POST', rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject).end('{}');
  });
}

test('paths without a webhook are not found', async () => {
  expect(await eventually(() => statusAt('/no-such-path'))).toBe(404);
});

test('the defaulter answers at its path', async () => {
  expect(await eventually(() => statusAt('/mutate--v1-pod'))).not.toBe(404);
});

test.todo('what the defaulter fills in');

// +kubebuilder:scaffold:webhook-tests
