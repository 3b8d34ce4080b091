import { expect, test } from 'vitest';
import { checksOf } from '../../../src/plane/builtin/registry.js';

test('checks are loaded once and are there at once the second time', async () => {
  const first = checksOf('apps', 'Deployment');
  expect(first).toBeInstanceOf(Promise);
  const checks = await first;

  expect(checks?.spec).toBeTypeOf('function');
  expect(checksOf('apps', 'Deployment')).toBe(checks);
  expect(checksOf('apps', 'ReplicaSet')).not.toBeInstanceOf(Promise);
});

test('kinds without checks have none', () => {
  expect(checksOf('example.com', 'Deployment')).toBeUndefined();
  expect(checksOf('', 'PodTemplate')).toBeUndefined();
});
