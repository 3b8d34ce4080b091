import { build } from 'esbuild';
import { afterEach, describe, expect, test } from 'vitest';
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

describe('a function', () => {
  test('is copied, with what it imports of Node', async () => {
    await using hashes = new WorkerPool(async (text: string) => {
      const { createHash } = await import('node:crypto');
      const shorten = (value: string): string => value.slice(0, 8);
      return shorten(createHash('sha256').update(text).digest('hex'));
    });

    expect(await hashes.run('hello')).toBe('2cf24dba');
  });

  test('cannot use what is around it, and says so', async () => {
    const factor = Math.random();
    await using scaled = new WorkerPool((value: number) => value * factor);

    await expect(scaled.run(2)).rejects.toThrow('factor is not defined: a function of a WorkerPool is copied');
  });

  const methods = {
    work: (value: string) => value,
    twice(value: string): string {
      return value + value;
    },
  };
  test.each([
    ['a method', methods.twice],
    ['a bound function', methods.work.bind(methods)],
    ['a function of Node', structuredClone],
  ])('that is %s is refused when the pool is made', (_, work) => {
    expect(() => new WorkerPool(work)).toThrow('a pool needs an arrow function, a function, or the URL of a file');
  });

  test('runs as a bundler leaves it that keeps names, or shortens them', async () => {
    const source = `export default (Pool) => new Pool((count) => { function half(value) { return value / 2; } const twice = (value) => value * 2; return half(twice(count)); });`;
    for (const options of [{ keepNames: true }, { minify: true }, { keepNames: true, minifySyntax: true }]) {
      const { outputFiles } = await build({
        stdin: { contents: source },
        bundle: true,
        write: false,
        format: 'esm',
        ...options,
      });
      const { default: make }: { default: (pool: typeof WorkerPool) => WorkerPool<number, number> } = await import(
        `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`
      );
      await using built = make(WorkerPool);
      expect(await built.run(21)).toBe(21);
    }
  });
});
