import { describe, expect, test, vi } from 'vitest';
import { ReconcileLimits } from '../../../src/runtime/controller/reconcile-limits.js';
import { ManualClock } from '../manual-clock.js';

function start(timeoutMs = 100) {
  const clock = new ManualClock();
  const after = vi.spyOn(clock, 'after');
  const limits = new ReconcileLimits({ clock, timeoutMs, timeoutError: () => new Error('too long') });
  return { clock, after, limits, cutoff: new AbortController() };
}

describe('ReconcileLimits', () => {
  test('each reconcile has all of its time, with one timer for all', () => {
    const { clock, after, limits, cutoff } = start();
    const first = limits.begin(cutoff.signal);
    clock.advance(60);
    const second = limits.begin(cutoff.signal);
    const third = limits.begin(cutoff.signal);
    expect(after).toHaveBeenCalledTimes(1);

    clock.advance(39);
    expect([first, second].map(({ timeout }) => timeout)).toEqual([undefined, undefined]);
    clock.advance(1);
    expect(first.timeout?.error).toMatchObject({ message: 'too long' });
    expect(first.signal.reason).toBe(first.timeout?.error);
    limits.end(second);
    clock.advance(60);

    expect([second.timeout, third.timeout?.error]).toEqual([undefined, expect.any(Error)]);
  });

  test('one that has ended is not told', () => {
    const { clock, limits, cutoff } = start();
    const limit = limits.begin(cutoff.signal);
    const listener = vi.fn();
    limit.onReached(listener);
    limits.end(limit);

    clock.advance(1000);
    cutoff.abort();

    expect(listener).not.toHaveBeenCalled();
    expect(limit.signal.aborted).toBe(false);
  });

  test('the end of all waiting reaches those that run, and those that begin later', () => {
    const { limits, cutoff } = start(0);
    const early = limits.begin(cutoff.signal);
    const { signal } = early;
    const listener = vi.fn();
    early.onReached(listener);

    cutoff.abort('enough');
    const late = limits.begin(cutoff.signal);
    late.onReached(listener);

    expect([signal.reason, late.signal.reason]).toEqual(['enough', 'enough']);
    expect(listener.mock.calls).toEqual([['cutoff'], ['cutoff']]);
    expect(early.timeout).toBeUndefined();
  });

  test('without a time limit there is no timer', () => {
    const { after, limits, cutoff } = start(0);
    limits.begin(cutoff.signal);

    expect(after).not.toHaveBeenCalled();
  });

  test('nothing is left on a signal that outlives the controller', () => {
    const { limits, cutoff } = start();
    const added = vi.spyOn(cutoff.signal, 'addEventListener');
    const removed = vi.spyOn(cutoff.signal, 'removeEventListener');
    for (let count = 0; count < 5; count++) limits.end(limits.begin(cutoff.signal));

    limits[Symbol.dispose]();

    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
  });
});
