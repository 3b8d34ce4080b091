/** The real API server as the judge of what mutating policies make. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, eventually, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { startWebhookHost, type WebhookHost } from '../differential/webhook-host.js';
import { mutations, prepare } from './mutation-cases.js';

let planes: ControlPlane[] = [];
let host: WebhookHost;
beforeAll(async () => {
  await ensureBinaries();
  host = await startWebhookHost();
  planes = await Promise.all([startControlPlane({ kind: 'embedded' }), startControlPlane({ kind: 'envtest' })]);
}, 300_000);
afterAll(async () => {
  await Promise.all([...planes, host].map((one) => one.stop()));
});

test('mutating policies make the same of every object, or refuse it in the same words', async () => {
  const [embedded, real] = planes as [ControlPlane, ControlPlane];
  await Promise.all(planes.map((plane) => prepare(plane, host)));
  const ours = await mutations(embedded);

  // The real server learns of policies, parameters and schemas by watches, each in its own time: it is asked until it knows.
  await eventually(async () => expect(ours).toEqual(await mutations(real)), { timeoutMs: 60_000 });
}, 120_000);
