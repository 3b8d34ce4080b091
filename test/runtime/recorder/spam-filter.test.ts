import { expect, test } from 'vitest';
import { SpamFilter } from '../../../src/runtime/recorder/spam-filter.js';
import { ManualClock } from '../manual-clock.js';

test('§10.2.1 25 at once, then one every five minutes, for each object', () => {
  const clock = new ManualClock();
  const filter = new SpamFilter(clock);
  const admitted = (object: string): number => Array.from({ length: 40 }).filter(() => filter.admits(object)).length;

  expect(admitted('a')).toBe(25);
  expect(admitted('b')).toBe(25);
  clock.advance(300_000);
  expect(admitted('a')).toBe(1);
  clock.advance(300_000 * 100);
  expect(admitted('a')).toBe(25);
});

test('remembers a bounded number of objects', () => {
  const filter = new SpamFilter(new ManualClock());

  for (let i = 0; i < 5_000; i++) filter.admits(String(i));

  expect(filter.size).toBe(4096);
});
