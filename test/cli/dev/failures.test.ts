import { expect, test } from 'vitest';
import { Failures } from '../../../src/cli/dev/failures.js';

test('the same message counts, for each object alone', () => {
  const failures = new Failures();

  expect([failures.add('a', 'boom'), failures.add('b', 'boom'), failures.add('a', 'boom')]).toEqual([1, 1, 2]);
  expect(failures.size).toBe(2);
});

test('another message counts from one; success ends it', () => {
  const failures = new Failures();
  failures.add('a', 'boom');

  expect(failures.add('a', 'bang')).toBe(1);
  expect(failures.size).toBe(1);
  failures.remove('a');
  expect(failures.size).toBe(0);
});
