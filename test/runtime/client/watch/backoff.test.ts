import { expect, test } from 'vitest';
import { watchBackoff } from '../../../../src/runtime/client/watch/backoff.js';
import { ManualClock } from '../../manual-clock.js';

test('§3.2.9 doubles from 800 ms to 30 s', () => {
  const backoff = watchBackoff({ clock: new ManualClock(), random: () => 0 });

  expect(Array.from({ length: 8 }, () => backoff.nextMs())).toEqual([
    800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000,
  ]);
});

test('§3.2.9 is up to twice as long by chance', () => {
  const backoff = watchBackoff({ clock: new ManualClock(), random: () => 0.999 });

  expect(backoff.nextMs()).toBeCloseTo(1599.2);
});

test('§3.2.9 starts again after two quiet minutes, counted from the end of the last wait', () => {
  const clock = new ManualClock();
  const backoff = watchBackoff({ clock, random: () => 0 });
  backoff.nextMs();

  clock.advance(120_000);
  expect(backoff.nextMs()).toBe(1600);
  clock.advance(1600 + 120_001);
  expect(backoff.nextMs()).toBe(800);
});
