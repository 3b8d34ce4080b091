import { expect, test } from 'vitest';
import {
  bucketLimiter,
  defaultLimiter,
  exponentialLimiter,
  fastSlowLimiter,
  longestOf,
} from '../../../src/runtime/queue/rate-limiter.js';
import { ManualClock } from '../manual-clock.js';

test('§6.2.3 doubles the delay of a key from 5 ms to 1000 s and stays there', () => {
  const limiter = exponentialLimiter();

  const delays = Array.from({ length: 20 }, () => limiter.delayMs('a'));

  expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(delays[17]).toBe(655_360);
  expect(delays.slice(18)).toEqual([1_000_000, 1_000_000]);
});

test('a key that failed thousands of times still gets the longest delay', () => {
  const limiter = exponentialLimiter();

  for (let failure = 0; failure < 5000; failure++) limiter.delayMs('a');

  expect(limiter.delayMs('a')).toBe(1_000_000);
});

test('§6.2.2 forget makes the next failure a first one, for that key only', () => {
  const limiter = exponentialLimiter();
  ['a', 'a', 'b', 'b'].forEach((key) => limiter.delayMs(key));

  limiter.forget('a');

  expect(limiter.failures('a')).toBe(0);
  expect(limiter.failures('b')).toBe(2);
  expect(limiter.delayMs('a')).toBe(5);
});

test('§6.2.4 a bucket lets a burst through and then one key per tenth of a second', () => {
  const clock = new ManualClock();
  const limiter = bucketLimiter({ clock, perSecond: 10, burst: 3 });

  const delays = Array.from({ length: 6 }, (_, index) => limiter.delayMs(`key-${index}`));

  expect(delays).toEqual([0, 0, 0, 100, 200, 300]);
});

test('a bucket fills up again while nothing fails', () => {
  const clock = new ManualClock();
  const limiter = bucketLimiter({ clock, perSecond: 10, burst: 2 });
  for (let failure = 0; failure < 4; failure++) limiter.delayMs('a');

  clock.advance(10_000);

  expect([limiter.delayMs('a'), limiter.delayMs('a'), limiter.delayMs('a')]).toEqual([0, 0, 100]);
});

test('§6.2.4 a fast-slow limiter switches to the slow delay after its fast tries', () => {
  const limiter = fastSlowLimiter({ fast: '1ms', slow: '50ms', fastTries: 2 });

  expect([1, 2, 3].map(() => limiter.delayMs('a'))).toEqual([1, 1, 50]);
  limiter.forget('a');
  expect(limiter.delayMs('a')).toBe(1);
  expect(limiter.failures('a')).toBe(1);
});

test('§6.2.4 the longest of several delays wins and all limiters are told', () => {
  const slow = fastSlowLimiter({ fast: '7ms', slow: '7ms', fastTries: 0 });
  const limiter = longestOf(exponentialLimiter(), slow);

  expect([limiter.delayMs('a'), limiter.delayMs('a')]).toEqual([7, 10]);
  expect(limiter.failures('a')).toBe(2);
  limiter.forget('a');
  expect(slow.failures('a')).toBe(0);
});

test('§5.1.6 by default a key is slowed by its own failures, and not by those of others', () => {
  const limiter = defaultLimiter();

  for (let key = 0; key < 10_000; key++) expect(limiter.delayMs(`key-${key}`)).toBe(5);

  expect([limiter.delayMs('key-1'), limiter.delayMs('key-1'), limiter.delayMs('other')]).toEqual([10, 20, 5]);
});
