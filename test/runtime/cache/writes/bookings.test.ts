import { beforeEach, expect, test } from 'vitest';
import { Bookings } from '../../../../src/runtime/cache/writes/bookings.js';

let version: string | undefined;
let bookings: Bookings;

beforeEach(() => {
  version = '100';
  bookings = new Bookings(() => version);
});

const add = (key: string, resourceVersion: string, writer = 'one') =>
  bookings.add({ key, writer, version: resourceVersion });

function reach(next: string): void {
  version = next;
  bookings.sweep();
}

test('a list has the newest version of its namespace, by writer and over all', () => {
  add('ns/a', '105');
  add('ns/b', '103');
  add('ns/c', '107', 'two');
  add('other/d', '109', 'two');

  expect(bookings.own({ namespace: 'ns' }, 'one')?.version).toBe('105');
  expect(bookings.newest({ namespace: 'ns' })?.version).toBe('107');
  expect(bookings.own({ namespace: undefined }, 'two')?.version).toBe('109');
  expect(bookings.own({ key: 'ns/b' }, 'one')?.version).toBe('103');
  expect(bookings.own({ key: 'ns/c' }, 'one')).toBeUndefined();
});

test('versions that the store has reached are gone, in whatever order they were booked', () => {
  add('ns/a', '110');
  add('ns/b', '105');
  reach('107');
  expect(bookings.own({ key: 'ns/b' }, 'one')).toBeUndefined();
  expect(bookings.own({ namespace: 'ns' }, 'one')?.version).toBe('110');

  reach('110');

  expect([bookings.has({ key: 'ns/b' }), bookings.has({ namespace: 'ns' })]).toEqual([false, false]);
});

test('a newer version of the same object replaces the older one; an older one changes nothing', () => {
  add('ns/a', '105');
  add('ns/a', '107');
  add('ns/a', '106');

  reach('106');

  expect(bookings.own({ key: 'ns/a' }, 'one')?.version).toBe('107');
});

test('versions that cannot be compared, or that the store has reached, are not booked', () => {
  add('ns/a', 'opaque');
  add('ns/b', '100');

  expect(bookings.has({ namespace: undefined })).toBe(false);
});

test('the work of many open writes grows with their number, not with its square', () => {
  let asked = 0;
  bookings = new Bookings(() => {
    asked++;
    return version;
  });
  const count = 2000;
  for (let index = 0; index < count; index++) add(`ns/${index}`, String(101 + index), `writer ${index}`);
  for (let index = 0; index < count; index++) reach(String(101 + index));

  expect(asked).toBeLessThan(5 * count);
  expect(bookings.has({ namespace: undefined })).toBe(false);
});
