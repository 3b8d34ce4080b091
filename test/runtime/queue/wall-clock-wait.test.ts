import { expect, test } from 'vitest';
import { exponentialLimiter } from '../../../src/runtime/queue/rate-limiter.js';
import { WallClockWait } from '../../../src/runtime/queue/wall-clock-wait.js';
import { WorkQueue } from '../../../src/runtime/queue/work-queue.js';
import { ManualClock } from '../manual-clock.js';

interface Reason {
  readonly event: string;
  readonly dueAtMs?: number;
}

const HOUR_MS = 3_600_000;

function waiting() {
  const clock = new ManualClock();
  const queue = new WorkQueue<Reason>({ clock, limiter: exponentialLimiter({ base: '5ms', max: '1s' }) });
  const began = clock.now();
  let jumpedMs = 0;
  const wait = new WallClockWait<Reason>(
    queue,
    () => clock.now() - began + jumpedMs,
    (dueAtMs) => (dueAtMs === undefined ? { event: 'now' } : { event: 'due', dueAtMs }),
  );
  return { clock, queue, wait, jump: (ms: number) => (jumpedMs += ms) };
}

test('a key is handed out to look at the clock, and given back while it is early', async () => {
  const { clock, queue, wait } = waiting();
  wait.add('a', 1.5 * HOUR_MS, 0);
  const taken = queue.take();

  await clock.advanceAsync(HOUR_MS);
  const first = await taken;
  expect(first && wait.isEarly(first)).toBe(true);
  const next = queue.take();
  await clock.advanceAsync(HOUR_MS / 2);

  const second = await next;
  expect(second && wait.isEarly(second)).toBe(false);
});

test('a clock that jumps forward ends the wait at the next look', async () => {
  const { clock, queue, wait, jump } = waiting();
  wait.add('a', 10 * HOUR_MS, 0);
  jump(10 * HOUR_MS);
  await clock.advanceAsync(HOUR_MS);

  const taken = await queue.take();

  expect(taken && wait.isEarly(taken)).toBe(false);
});

test('another reason ends the wait, and a time that has passed is rate-limited', async () => {
  const { clock, queue, wait } = waiting();
  wait.add('a', 10 * HOUR_MS, 0);
  queue.add('a', { reason: { event: 'update' } });
  const taken = await queue.take();
  expect(taken && wait.isEarly(taken)).toBe(false);
  queue.done('a');

  wait.add('b', 0, 0);
  await clock.advanceAsync(5);

  expect((await queue.take())?.key).toBe('b');
  expect(queue.failures('b')).toBe(1);
});
