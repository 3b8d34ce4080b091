/*
Copyright 2026 Example.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { createManager, mutable } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { eventually, startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Guestbook } from '../../api/v1/index.js';
import { setupGuestbookWebhook } from './guestbook.webhook.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;
let sample: Stored<Guestbook>;

beforeAll(async () => {
  plane = await startControlPlane({
    crds: ['config/crd/bases'],
    webhooks: { paths: ['config/webhook/manifests.yaml'] },
  });
  const { webhooks } = plane;
  const manager = await createManager({ config: await plane.asOperator(), webhooks, ...options });
  setupGuestbookWebhook(manager);
  running = manager.start(stop.signal);
  // The API server refuses the sample until the webhook server answers.
  await eventually(() => plane.install('config/samples/webapp_v1_guestbook.yaml'));
  sample = await plane.client.get(Guestbook, {
    name: 'guestbook-sample',
    namespace: 'default',
  });
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** A new object with the spec of the sample. */
function copyOfSample(name: string): Guestbook {
  return { ...mutable<Guestbook>(sample), metadata: { name, namespace: 'default' } };
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
