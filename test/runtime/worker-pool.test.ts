import { afterEach, expect, test } from 'vitest';
import { WorkerPool } from '../../src/runtime/worker-pool.js';
import { countTurns } from './event-loop.js';

interface Order {
  readonly ms?: number;
  readonly fail?: string;
  readonly exit?: number;
}

const HEAVY = new URL('testdata/heavy.mjs', import.meta.url);
let pool: WorkerPool<Order, { count: number }>;

afterEach(() => pool[Symbol.asyncDispose]());

const make = (size?: number): typeof pool => (pool = new WorkerPool<Order, { count: number }>(HEAVY, { size }));

test('heavy work does not keep the event loop from turning', async () => {
  make(1);
  await pool.run({ ms: 0 });
  using loop = countTurns();

  const { count } = await pool.run({ ms: 100 });

  expect(count).toBeGreaterThan(0);
  expect(loop.turns).toBeGreaterThan(5);
});

test('tasks wait for a free thread, and all are done', async () => {
  make(2);

  const results = await Promise.all(Array.from({ length: 7 }, () => pool.run({ ms: 1 })));

  expect(results.length).toBe(7);
});

test('what the function throws is the error of its task, and the thread goes on', async () => {
  make(1);

  await expect(pool.run({ fail: 'not this one' })).rejects.toThrow('not this one');
  await expect(pool.run({ ms: 0 })).resolves.toBeDefined();
});

test('a thread that ends fails its task, and the next one gets another thread', async () => {
  make(1);

  await expect(pool.run({ exit: 3 })).rejects.toThrow('the thread ended with code 3');
  await expect(pool.run({ ms: 0 })).resolves.toBeDefined();
});

test('an abort ends a task that cannot be interrupted', async () => {
  make(1);
  const abort = new AbortController();
  const endless = pool.run({ ms: 3_600_000 }, { signal: abort.signal });

  abort.abort(new Error('enough'));

  await expect(endless).rejects.toThrow('enough');
  await expect(pool.run({ ms: 0 })).resolves.toBeDefined();
});

test('a closed pool takes nothing, and a pool without threads cannot be made', async () => {
  make(1);
  await pool[Symbol.asyncDispose]();

  await expect(pool.run({})).rejects.toThrow('has been closed');
  expect(() => make(0)).toThrow('a pool of 0 threads');
});
