import { expect, test, vi } from 'vitest';
import { pause, systemClock } from '../../src/runtime/clock.js';
import { ManualClock } from './manual-clock.js';

test('§6.2.5 a delay above 2^31 - 1 ms does not fire at once', () => {
  vi.useFakeTimers();
  try {
    const fired = vi.fn();
    systemClock.after(2 ** 31 + 5, fired);

    vi.advanceTimersByTime(2 ** 31);
    expect(fired).not.toHaveBeenCalled();

    vi.advanceTimersByTime(5);
    expect(fired).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('a cancelled timer never fires', () => {
  vi.useFakeTimers();
  try {
    const fired = vi.fn();
    systemClock.after(10, fired).cancel();

    vi.advanceTimersByTime(100);

    expect(fired).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('a pause ends when its time has come', async () => {
  const clock = new ManualClock();
  const paused = pause(clock, 100);

  clock.advance(100);

  await expect(paused).resolves.toBeUndefined();
});

test('a pause ends at once when its signal aborts and leaves no timer behind', async () => {
  const clock = new ManualClock();
  const abort = new AbortController();
  const paused = pause(clock, 100, abort.signal);

  abort.abort();

  await expect(paused).resolves.toBeUndefined();
  expect(clock.pendingTimers).toBe(0);
});

test('a pause with an aborted signal does not wait', async () => {
  const clock = new ManualClock();

  await pause(clock, 100, AbortSignal.abort());

  expect(clock.pendingTimers).toBe(0);
});
