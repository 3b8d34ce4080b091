import { expect, test } from 'vitest';
import { Flights } from '../../../../src/runtime/cache/writes/flights.js';

test('a write in flight is found by its writer, in scopes that show its object', () => {
  const flights = new Flights();
  const end = flights.begin('ns/a', 'one');
  flights.begin('', 'one');
  const keys = (scope: Parameters<Flights['of']>[1], writer = 'one') => flights.of(writer, scope).map(({ key }) => key);

  expect(keys({ key: 'ns/a' })).toEqual(['ns/a']);
  expect(keys({ namespace: 'ns' })).toEqual(['ns/a', '']);
  expect(keys({ namespace: 'other' })).toEqual(['']);
  expect(keys({ namespace: 'ns' }, 'two')).toEqual([]);
  end(() => undefined);
  expect([flights.has({ key: 'ns/a' }), flights.has({ namespace: 'ns' })]).toEqual([false, true]);
});

test('a write is booked before those who wait for it go on, with what left the store meanwhile', async () => {
  const flights = new Flights();
  const end = flights.begin('ns/a', 'one');
  const order: unknown[] = [];
  const waiting = flights.of('one', { key: 'ns/a' })[0]?.ended.then(() => order.push('ended'));
  flights.removed('ns/a', 'uid-1');
  flights.removed('ns/b', 'uid-2');

  end(({ removed }) => order.push(...removed));
  await waiting;

  expect(order).toEqual(['uid-1', 'ended']);
  expect(flights.isEmpty).toBe(true);
});
