import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '../../../src/runtime/queue/heap.js';

interface Numbered {
  heapIndex: number;
  value: number;
}

const numbered = (value: number): Numbered => ({ heapIndex: -1, value });

test('gives items in order after any removals from the middle', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer(), fc.boolean())), (entries) => {
      const heap = new Heap<Numbered>((a, b) => a.value < b.value);
      const items = entries.map(([value]) => numbered(value));
      items.forEach((item) => heap.push(item));
      const removed = items.filter((_, index) => entries[index]?.[1]);
      removed.forEach((item) => heap.remove(item));

      const order: number[] = [];
      for (let item = heap.pop(); item; item = heap.pop()) order.push(item.value);

      const expected = items.filter((item) => !removed.includes(item)).map((item) => item.value);
      expect(order).toEqual(expected.sort((a, b) => a - b));
    }),
  );
});

test('an item that left the heap has no position', () => {
  const heap = new Heap<Numbered>((a, b) => a.value < b.value);
  const item = numbered(1);
  heap.push(item);

  heap.clear();

  expect(item.heapIndex).toBe(-1);
  expect(heap.size).toBe(0);
  expect(heap.peek()).toBeUndefined();
});
