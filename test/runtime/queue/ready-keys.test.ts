import { expect, test } from 'vitest';
import { type ReadyKey, ReadyKeys } from '../../../src/runtime/queue/ready-keys.js';

const key = (sequence: number, priority = 0): ReadyKey => ({
  priority,
  sequence,
  arrival: sequence,
  heapIndex: -1,
});

test('the highest priority comes first, then the first that came', () => {
  const ready = new ReadyKeys(0);
  const keys = [key(1, -1), key(2), key(3, 5), key(4)] as const;
  keys.forEach((one) => ready.add(one));

  expect(keys.map(() => ready.take()?.sequence)).toEqual([3, 2, 4, 1]);
  expect(ready.take()).toBeUndefined();
});

test('the oldest key is handed out after it was overtaken so often, and then the count restarts', () => {
  const ready = new ReadyKeys(2);
  [key(1, -1), key(2, -1), key(3), key(4), key(5), key(6), key(7)].forEach((one) => ready.add(one));

  expect(Array.from({ length: 7 }, () => ready.take()?.sequence)).toEqual([3, 4, 1, 5, 6, 2, 7]);
});

test('a key that was removed is handed out no more', () => {
  const ready = new ReadyKeys(2);
  const one = key(1);
  ready.add(one);
  ready.add(key(2));

  ready.remove(one);

  expect([one.heapIndex, ready.take()?.sequence, ready.take()]).toEqual([-1, 2, undefined]);
});
