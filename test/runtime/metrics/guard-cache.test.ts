import { expect, test, vi } from 'vitest';
import { GuardCache } from '../../../src/runtime/metrics/guard-cache.js';
import { ManualClock } from '../manual-clock.js';

const minute = (): number => 60_000;

test('an answer is remembered until its time is over', async () => {
  const clock = new ManualClock();
  const cache = new GuardCache<number>(clock, 10);
  const ask = vi.fn(async () => 1);

  await cache.get('a', ask, minute);
  clock.advance(59_999);
  await cache.get('a', ask, minute);
  expect(ask).toHaveBeenCalledTimes(1);
  clock.advance(1);
  await cache.get('a', ask, minute);

  expect(ask).toHaveBeenCalledTimes(2);
});

test('many at once ask once', async () => {
  const cache = new GuardCache<number>(new ManualClock(), 10);
  const ask = vi.fn(async () => 1);

  await Promise.all([1, 2, 3].map(() => cache.get('a', ask, minute)));

  expect(ask).toHaveBeenCalledTimes(1);
});

test('a failure is not remembered', async () => {
  const cache = new GuardCache<number>(new ManualClock(), 10);

  await expect(cache.get('a', () => Promise.reject(new Error('down')), minute)).rejects.toThrow('down');

  expect(await cache.get('a', async () => 1, minute)).toBe(1);
});

test('it never grows beyond its capacity, and drops what was not used for longest', async () => {
  const cache = new GuardCache<number>(new ManualClock(), 3);
  const ask = vi.fn(async () => 1);
  for (const key of ['a', 'b', 'c']) await cache.get(key, ask, minute);
  await cache.get('a', ask, minute);

  await cache.get('d', ask, minute);

  expect(cache.size).toBe(3);
  ask.mockClear();
  await cache.get('a', ask, minute);
  expect(ask).not.toHaveBeenCalled();
  await cache.get('b', ask, minute);
  expect(ask).toHaveBeenCalledTimes(1);
});
