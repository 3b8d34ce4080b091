import { expect, test } from 'vitest';
import { type PendingWrite, Waiters } from '../../../../src/runtime/cache/writes/waiters.js';
import { ManualClock, settle } from '../../manual-clock.js';

const MISSING: PendingWrite = { key: 'ns/a', resourceVersion: '5' };

test('a wait ends when nothing is missing, and leaves no timer', async () => {
  const clock = new ManualClock();
  const waiters = new Waiters();
  let missing: PendingWrite | undefined = MISSING;
  const waiting = waiters.wait({ flights: [], expect: () => () => missing }, { timeoutMs: 10, clock });
  await settle();

  missing = undefined;
  waiters.wake();

  expect(await waiting).toBeUndefined();
  expect(clock.pendingTimers).toBe(0);
});

test('what is expected is decided when the writes in flight have been answered', async () => {
  const waiters = new Waiters();
  let answer: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (answer = resolve));
  const flight = { key: 'ns/a', writer: 'one', ended, removed: new Set<string>() };
  let asked = 0;
  const expected = { flights: [flight], expect: () => (asked++, () => undefined) };
  const waiting = waiters.wait(expected, { timeoutMs: 10, clock: new ManualClock() });
  await settle();
  expect(asked).toBe(0);

  answer();

  expect(await waiting).toBeUndefined();
  expect(asked).toBe(1);
});
