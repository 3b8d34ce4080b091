import { expect, test } from 'vitest';
import { Recorders } from '../../../src/runtime/manager/recorders.js';
import { FakeHost } from '../controller/fake-host.js';

test('a controller always gets the same recorder', async () => {
  const recorders = new Recorders(new FakeHost());

  expect(recorders.of('a')).toBe(recorders.of('a'));
  expect(recorders.of('a')).not.toBe(recorders.of('b'));
  await recorders.close();
});
