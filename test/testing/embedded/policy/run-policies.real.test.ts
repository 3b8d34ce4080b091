/** The real API server as the judge of what policies say. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../../../src/testing/index.js';
import { ensureBinaries } from '../../real-binaries.js';
import { answers } from './policy-cases.js';

let planes: ControlPlane[] = [];
beforeAll(async () => {
  await ensureBinaries();
  planes = await Promise.all([startControlPlane({ kind: 'embedded' }), startControlPlane({ kind: 'envtest' })]);
}, 300_000);
afterAll(async () => {
  await Promise.all(planes.map((plane) => plane.stop()));
});

test('the embedded plane says what the real one says', async () => {
  const [ours, theirs] = await Promise.all(planes.map(answers));

  expect(ours).toEqual(theirs);
});
