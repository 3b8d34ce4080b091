import { beforeEach, expect, test, vi } from 'vitest';
import { exponentialLimiter } from '../../../src/runtime/queue/rate-limiter.js';
import { WorkQueue } from '../../../src/runtime/queue/work-queue.js';
import { ManualClock, settle } from '../manual-clock.js';

let clock: ManualClock;
let queue: WorkQueue<string>;

beforeEach(() => {
  clock = new ManualClock();
  queue = new WorkQueue<string>({ clock, limiter: exponentialLimiter(), oldestEvery: 0 });
});

/** Takes everything that is ready without giving it back. */
async function takeAll(): Promise<string[]> {
  const keys: string[] = [];
  while (queue.depths().size > 0) {
    const taken = await Promise.race([queue.take(), settle()]);
    if (!taken) break;
    keys.push(taken.key);
  }
  return keys;
}

test('§6.1.1 gives keys in the order they were added', async () => {
  ['c', 'a', 'b'].forEach((key) => queue.add(key));

  expect(await takeAll()).toEqual(['c', 'a', 'b']);
});

test('§6.1.1 a key that is queued twice runs once', async () => {
  queue.add('a');
  queue.add('a');

  expect(await takeAll()).toEqual(['a']);
});

test('§6.1.2 a key added while a worker has it runs exactly once more, after that worker is done', async () => {
  queue.add('a');
  await queue.take();

  queue.add('a');
  queue.add('a');
  const next = queue.take();
  await settle();
  expect(queue.size).toBe(1);
  queue.done('a');

  expect((await next)?.key).toBe('a');
  queue.done('a');
  expect(queue.size).toBe(0);
});

test('§6.1.4 a taker waits until there is work', async () => {
  const taken = queue.take();

  queue.add('a');

  expect((await taken)?.key).toBe('a');
});

test('§6.2.1 keeps the earlier time when a key is added twice with a delay', async () => {
  queue.add('a', { afterMs: 500 });
  queue.add('a', { afterMs: 100 });
  queue.add('a', { afterMs: 300 });
  const taken = vi.fn();
  void queue.take().then(taken);

  clock.advance(99);
  await settle();
  expect(taken).not.toHaveBeenCalled();

  clock.advance(1);
  await settle();
  expect(taken).toHaveBeenCalledOnce();
  expect(clock.pendingTimers).toBe(0);
});

test('§6.2.1 a delay of zero or less means now', async () => {
  queue.add('a', { afterMs: 0 });
  queue.add('b', { afterMs: -5 });

  expect(await takeAll()).toEqual(['a', 'b']);
});

test('§6.3.3 an immediate add cancels the delay of the key', async () => {
  queue.add('a', { afterMs: 1000 });
  queue.add('a');

  expect(await takeAll()).toEqual(['a']);
  queue.done('a');
  clock.advance(2000);
  expect(queue.size).toBe(0);
});

test('§6.3.3 a delay given while the key is ready is dropped', async () => {
  queue.add('a');
  queue.add('a', { afterMs: 1000 });

  expect(await takeAll()).toEqual(['a']);
  queue.done('a');
  clock.advance(2000);
  expect(queue.size).toBe(0);
});

test('§6.3.5 a delayed key whose time comes while it runs is held back until done', async () => {
  queue.add('a');
  await queue.take();
  queue.add('a', { afterMs: 10 });
  const taken = vi.fn();
  void queue.take().then(taken);

  clock.advance(20);
  await settle();
  expect(taken).not.toHaveBeenCalled();

  queue.done('a');
  await settle();
  expect(taken).toHaveBeenCalledOnce();
});

test('§6.3.4 the smaller of delay and rate limit counts', async () => {
  for (let failure = 0; failure < 10; failure++) queue.add('a', { rateLimited: true });
  queue.shutDown();
  queue = new WorkQueue<string>({ clock, limiter: exponentialLimiter({ base: '100ms' }) });

  queue.add('a', { rateLimited: true, afterMs: 20 });
  clock.advance(20);

  expect(await takeAll()).toEqual(['a']);
});

test('§6.3.1 higher priorities run first, equal ones in order', async () => {
  queue.add('low', { priority: -100 });
  queue.add('first');
  queue.add('second');
  queue.add('high', { priority: 5 });

  expect(await takeAll()).toEqual(['high', 'first', 'second', 'low']);
});

test('§6.3.2 a key keeps its highest priority and goes to the back of it', async () => {
  queue.add('a', { priority: -100 });
  queue.add('b');
  queue.add('a');
  queue.add('a', { priority: -100 });
  queue.add('c');

  expect(await takeAll()).toEqual(['b', 'a', 'c']);
});

test('§6.3 a priority that rises while the key runs counts for its next run', async () => {
  queue.add('a', { priority: -100 });
  await queue.take();
  queue.add('a', { priority: -100 });
  queue.add('a', { priority: 3 });
  queue.done('a');

  expect((await queue.take())?.priority).toBe(3);
});

test('§6.3 delayed keys become ready in the order of their times', async () => {
  queue.add('late', { afterMs: 30 });
  queue.add('early', { afterMs: 10 });
  queue.add('middle', { afterMs: 20 });

  clock.advance(50);

  expect(await takeAll()).toEqual(['early', 'middle', 'late']);
});

test('§6.3.8 a low priority is late but does not starve', async () => {
  queue = new WorkQueue<string>({ clock });
  queue.add('low', { priority: -100 });
  const order: string[] = [];

  for (let turn = 0; order.at(-1) !== 'low'; turn++) {
    queue.add(`busy-${turn}`);
    order.push((await queue.take())?.key ?? '');
  }

  expect(order.length).toBe(21);
});

test('however long a backlog has waited, a new event of higher priority is next', async () => {
  queue = new WorkQueue<string>({ clock });
  for (let index = 0; index < 1000; index++) queue.add(`old-${index}`, { priority: -100 });
  const positions: number[] = [];

  for (let round = 0; round < 5; round++) {
    clock.advance(60_000);
    queue.add(`new-${round}`);
    for (let position = 1, key = ''; key !== `new-${round}`; position++) {
      key = (await queue.take())?.key ?? '';
      if (key === `new-${round}`) positions.push(position);
    }
  }

  expect(positions).toEqual([1, 1, 1, 1, 1]);
});

test('a key waits until its events have stopped, but not for ever', async () => {
  const take = vi.fn();
  void queue.take().then((taken) => take(taken?.key));
  for (let event = 0; event < 4; event++) {
    queue.add('a', { quietMs: 50 });
    await clock.advanceAsync(40);
  }
  expect(take).not.toHaveBeenCalled();
  await clock.advanceAsync(10);
  expect(take).toHaveBeenCalledWith('a');
  queue.done('a');

  const startedAt = clock.now();
  const ends: number[] = [];
  void queue.take().then(() => ends.push(clock.now() - startedAt));
  while (ends.length === 0) {
    queue.add('a', { quietMs: 50 });
    await clock.advanceAsync(40);
  }

  expect(ends).toEqual([500]);
});

test('events postpone neither a retry that is due earlier nor a delay that was asked for', async () => {
  queue.add('a', { afterMs: 20 });
  queue.add('a', { quietMs: 50 });
  queue.add('b', { quietMs: 50 });
  queue.add('b', { quietMs: 50, afterMs: 10 });
  queue.add('b', { quietMs: 50 });

  await clock.advanceAsync(20);

  expect((await takeAll()).toSorted()).toEqual(['a', 'b']);
});

test('§6.2.2 counts failures until the key is forgotten', () => {
  queue.add('a', { rateLimited: true });
  queue.add('a', { rateLimited: true });
  expect(queue.failures('a')).toBe(2);

  queue.forget('a');

  expect(queue.failures('a')).toBe(0);
});

test('§21.1.9 a key tells why it was queued, once per reason', async () => {
  queue.add('a', { reason: 'create' });
  queue.add('a', { reason: 'update' });
  queue.add('a', { reason: 'update' });

  expect((await queue.take())?.reasons).toEqual(['create', 'update']);
});

test('reasons that arrive during a run belong to the next one', async () => {
  queue.add('a', { reason: 'create' });
  const first = await queue.take();
  queue.add('a', { reason: 'update' });
  queue.done('a');

  expect(first?.reasons).toEqual(['create']);
  expect((await queue.take())?.reasons).toEqual(['update']);
});

test('§6.3.9 §17.4.7 shutdown lets all waiting takers go and refuses new keys', async () => {
  const takers = [queue.take(), queue.take()];
  queue.add('later', { afterMs: 10 });

  queue.shutDown();
  queue.add('b');

  expect(await Promise.all(takers)).toEqual([undefined, undefined]);
  expect(await queue.take()).toBeUndefined();
  expect(queue.size).toBe(0);
  expect(clock.pendingTimers).toBe(0);
});

test('§6.1.5 the keys that workers have are known until they are given back, also after shutdown', async () => {
  queue.add('a');
  await queue.take();
  queue.shutDown();
  expect(queue.runningKeys()).toEqual(['a']);

  queue.done('a');

  expect(queue.runningKeys()).toEqual([]);
});

test('an aborted taker gets nothing and takes nothing from others', async () => {
  const abort = new AbortController();
  const gone = queue.take(abort.signal);
  const stays = queue.take();

  abort.abort();
  queue.add('a');

  expect(await gone).toBeUndefined();
  expect((await stays)?.key).toBe('a');
  expect(await queue.take(AbortSignal.abort())).toBeUndefined();
});

test('giving back a key that nobody took changes nothing', () => {
  queue.done('a');

  expect(queue.size).toBe(0);
});

test('§6.4.3 tells an observer of adds, waiting and working times and retries', async () => {
  const told: string[] = [];
  queue = new WorkQueue<string>({
    clock,
    observer: {
      added: (priority) => told.push(`added ${priority}`),
      taken: (ms) => told.push(`taken after ${ms}`),
      finished: (ms) => told.push(`finished after ${ms}`),
      retried: () => told.push('retried'),
    },
  });

  queue.add('a', { afterMs: 10, priority: 2 });
  clock.advance(15);
  await queue.take();
  clock.advance(7);
  queue.done('a');

  expect(told).toEqual(['retried', 'added 2', 'taken after 5', 'finished after 7']);
});

test('§6.4 depth counts ready keys by priority, running time counts keys in work', async () => {
  queue.add('work', { priority: 9 });
  await queue.take();
  queue.add('a');
  queue.add('b');
  queue.add('c', { priority: -100 });
  queue.add('d', { afterMs: 50 });
  clock.advance(20);

  expect(queue.depths()).toEqual(
    new Map([
      [0, 2],
      [-100, 1],
    ]),
  );
  expect(queue.runningMs()).toEqual([20]);
});
