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

import { conditions, createManager } from 'kbts/runtime';
import { startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Guestbook } from '../api/v1/index.js';
import { guestbookController } from './guestbook.controller.js';

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
  manager.add(guestbookController);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

// There are no nodes: where the controller waits for pods, report them ready with plane.client.status.
test('the sample becomes ready', async () => {
  await plane.install('config/samples/webapp_v1_guestbook.yaml');

  const ref = {
    kind: Guestbook,
    name: 'guestbook-sample',
    namespace: 'default',
  };
  const ready = await waitFor(plane.client, ref, (it) => conditions.isTrue(it?.status?.conditions, 'Ready'));

  const condition = conditions.get(ready?.status?.conditions, 'Ready');
  expect(condition?.observedGeneration).toBe(ready?.metadata.generation);
});
