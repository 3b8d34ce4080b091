import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Arrivals, type Arrival } from '../../../../src/runtime/webhook/limits/arrivals.js';

/** A pool with a clock, whose bodies have names. */
function pool(total: number) {
  const clock = { now: 0 };
  const arrivals = new Arrivals(total, () => clock.now);
  const evicted: string[] = [];
  const begin = (name: string, address = 'stranger'): Arrival => arrivals.begin(address, () => evicted.push(name));
  return { arrivals, evicted, begin, clock };
}

test('a body that holds memory loses it to one that comes later', () => {
  const { evicted, begin, arrivals } = pool(10);
  const stalled = begin('stalled');
  expect(stalled.grow(9)).toBe('granted');

  expect(begin('small').grow(2)).toBe('granted');

  expect(evicted).toEqual(['stalled']);
  expect([stalled.grow(1), arrivals.free]).toEqual(['busy', 8]);
});

test('of one address the oldest goes first', () => {
  const { evicted, begin } = pool(10);
  for (const name of ['first', 'second', 'third']) begin(name).grow(3);

  begin('new').grow(4);

  expect(evicted).toEqual(['first']);
});

test('an address that holds much for long loses it before one that has just begun, even if that holds more', () => {
  const { evicted, begin, clock } = pool(100);
  for (const name of ['a', 'b', 'c']) begin(name, 'stranger').grow(10);
  clock.now = 1_000;
  const large = begin('large', 'API server');
  large.grow(60);

  expect(large.grow(20)).toBe('granted');

  expect(evicted).toEqual(['a']);
});

test('what can never fit is too large, and costs no one else anything', () => {
  const { evicted, begin } = pool(10);
  begin('other').grow(5);

  expect(begin('huge').grow(11)).toBe('too large');
  expect(evicted).toEqual([]);
});

test('a body whose own memory would have to go is told to come back', () => {
  const { evicted, begin } = pool(10);
  const oldest = begin('oldest');
  oldest.grow(6);
  begin('newer').grow(4);

  expect(oldest.grow(1)).toBe('busy');
  expect(evicted).toEqual([]);
});

test('memory is returned once, whatever happens', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(5), fc.nat(2), fc.nat(40), fc.boolean()), { maxLength: 60 }),
      fc.integer({ min: 1, max: 100 }),
      (steps, total) => {
        const { arrivals, begin, clock } = pool(total);
        const bodies = new Map<number, Arrival>();
        for (const [name, address, bytes, isOver] of steps) {
          clock.now += 1;
          const body = bodies.get(name) ?? begin(String(name), String(address));
          bodies.set(name, body);
          if (!isOver) body.grow(bytes);
          else {
            body.release();
            bodies.delete(name);
          }
          expect(arrivals.free).toBeGreaterThanOrEqual(0);
        }
        for (const body of bodies.values()) body.release();
        expect(arrivals.free).toBe(total);
      },
    ),
  );
});
