/** The real API server as the judge of what policies say. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, eventually, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { answers, prepare } from './policy-cases.js';

let planes: ControlPlane[] = [];
beforeAll(async () => {
  await ensureBinaries();
  planes = await Promise.all([startControlPlane({ kind: 'embedded' }), startControlPlane({ kind: 'envtest' })]);
}, 300_000);
afterAll(async () => {
  await Promise.all(planes.map((plane) => plane.stop()));
});

test('the embedded plane says what the real one says', async () => {
  const [embedded, real] = planes as [ControlPlane, ControlPlane];
  await Promise.all(planes.map(prepare));
  const ours = await answers(embedded);

  // The real server learns of policies, parameters and roles by watches, each in its own time: it is asked until it knows.
  await eventually(async () => expect(ours).toEqual(await answers(real)), { timeoutMs: 60_000 });
}, 90_000);
