import { expect, test } from 'vitest';
import { ExpectedChanges } from '../../../../src/runtime/cache/writes/expected-changes.js';

test('an object is missing until its state is another one, and only for whoever expects that', () => {
  const changes = new ExpectedChanges();
  changes.add('ns/a', '1', 'one');
  changes.changed('ns/a', '1');
  expect(changes.missing({ namespace: 'ns' }, 'one')).toBe('ns/a');
  expect(changes.missing({ namespace: 'other' }, 'one')).toBeUndefined();
  expect(changes.missing({ namespace: 'ns' }, 'two')).toBeUndefined();

  changes.changed('ns/a', undefined);

  expect([changes.missing({ namespace: 'ns' }, 'one'), changes.isEmpty]).toEqual([undefined, true]);
});

test('what is given up is expected no longer', () => {
  const changes = new ExpectedChanges();
  changes.add('ns/a', '1', 'one');
  changes.giveUp('one');

  expect(changes.isEmpty).toBe(true);
});
