import { beforeEach, expect, test } from 'vitest';
import { type DoubtReason, UncertainWrites } from '../../../../src/runtime/cache/writes/uncertain-writes.js';

let writes: UncertainWrites;

beforeEach(() => {
  writes = new UncertainWrites();
});

const doubt = (key: string, writer = 'one', reason: DoubtReason = 'unknown') => ({ key, writer, reason, turn: 1 });
const keys = (scope: Parameters<UncertainWrites['in']>[0], writer = 'one') =>
  writes.in(scope, writer).map(({ key }) => key);

test('§17.3 what is unknown of an object concerns reads of its writer that show it, and of nobody else', () => {
  writes.add(doubt('ns/a'));
  writes.add(doubt('other/b'));

  expect(keys({ key: 'ns/a' })).toEqual(['ns/a']);
  expect(keys({ key: 'ns/b' })).toEqual([]);
  expect(keys({ namespace: 'ns' })).toEqual(['ns/a']);
  expect(keys({ namespace: undefined })).toEqual(['ns/a', 'other/b']);
  expect(keys({ namespace: undefined }, 'two')).toEqual([]);
  expect([writes.has('ns/a'), writes.has('ns/b')]).toEqual([true, false]);
});

test('an outdated object concerns reads of that object, not lists', () => {
  writes.add(doubt('ns/a', 'one', 'outdated'));

  expect([keys({ key: 'ns/a' }), keys({ namespace: 'ns' })]).toEqual([['ns/a'], []]);
});

test('a refusal does not replace what is unknown, and the other way round it does', () => {
  writes.add(doubt('ns/a'));
  writes.add(doubt('ns/a', 'one', 'outdated'));
  writes.add(doubt('ns/b', 'one', 'outdated'));
  writes.add(doubt('ns/b'));

  expect(keys({ namespace: 'ns' })).toEqual(['ns/a', 'ns/b']);
});

test('a write that became uncertain after the question is not settled by its answer', () => {
  const first = doubt('ns/a');
  writes.add(first);
  writes.add(doubt('ns/a'));
  writes.settle(first);
  expect(writes.has('ns/a')).toBe(true);

  for (const latest of writes.in({ key: 'ns/a' }, 'one')) writes.settle(latest);

  expect(writes.has('ns/a')).toBe(false);
});

test('doubts of writers that never read again do not add up', () => {
  for (let index = 0; index < 1500; index++) writes.add(doubt(`ns/${index}`, `writer ${index}`));

  expect([writes.has('ns/499'), writes.has('ns/500'), writes.has('ns/1499')]).toEqual([false, true, true]);
});
