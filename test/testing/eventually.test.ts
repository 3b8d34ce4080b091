import { EventEmitter, on } from 'node:events';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../src/testing/eventually.js';

const never = new Promise<never>(() => undefined);

describe('eventually', () => {
  test('returns what the first check without an error returned', async () => {
    let count = 0;

    const value = await eventually(
      () => {
        if (++count < 4) throw new Error('not yet');
        return count;
      },
      { intervalMs: 1 },
    );

    expect(value).toBe(4);
  });

  test('rejects with the last error, the time and the number of attempts, and keeps the error itself', async () => {
    const error = new TypeError('still wrong');

    const waiting = eventually(() => Promise.reject(error), { timeoutMs: 20, intervalMs: 5 });

    await expect(waiting).rejects.toBe(error);
    expect(error.message).toMatch(/^still wrong \(still so after \d+ ms and \d+ attempts\)$/);
  });

  test.each([
    ['an object that is not an error', { code: 7 }, /^\{ code: 7 \} \(still so after/],
    ['an error whose message is fixed', new DOMException('too late', 'TimeoutError'), /^too late \(still so after/],
  ])('%s is the cause of the rejection', async (_, thrown, message) => {
    const waiting = eventually(() => Promise.reject(thrown), { timeoutMs: 5 });

    await expect(waiting).rejects.toMatchObject({ message: expect.stringMatching(message), cause: thrown });
  });

  test('a check that hangs does not hide the error of the one before', async () => {
    let count = 0;
    const check = () => (++count === 1 ? Promise.reject(new Error('first')) : never);

    await expect(eventually(check, { timeoutMs: 20, intervalMs: 1 })).rejects.toThrow(/^first .*2 attempts\)$/);
    await expect(eventually(() => never, { timeoutMs: 5 })).rejects.toThrow('the check did not finish (still so after');
  });

  test('a check that is running when the time is over may still pass', async () => {
    const slow = () => new Promise((resolve) => setTimeout(() => resolve('passed'), 110));

    expect(await eventually(slow, { timeoutMs: 100 })).toBe('passed');
  });

  test('ends with the signal', async () => {
    const controller = new AbortController();
    const waiting = eventually(
      () => {
        controller.abort(new Error('stop'));
        throw new Error('no');
      },
      { signal: controller.signal },
    );

    await expect(waiting).rejects.toThrow('stop');
  });
});

describe('eventually, on changes', () => {
  const slowly = { timeoutMs: 60_000, intervalMs: 60_000 };

  test('checks again on each change, without waiting for the interval, and closes the stream', async () => {
    const emitter = new EventEmitter();
    const seen: number[] = [];

    await eventually(
      () => {
        seen.push(seen.length);
        setImmediate(() => emitter.emit('change'));
        if (seen.length < 4) throw new Error('not yet');
      },
      { ...slowly, on: (signal) => on(emitter, 'change', { signal }) },
    );

    expect(seen).toHaveLength(4);
    expect(emitter.listenerCount('change')).toBe(0);
  });

  test('a change during a check is not lost', async () => {
    const emitter = new EventEmitter();
    let count = 0;
    const check = async () => {
      if (++count === 2) return;
      emitter.emit('change');
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error('read too early');
    };

    await eventually(check, { ...slowly, on: (signal) => on(emitter, 'change', { signal }) });

    expect(count).toBe(2);
  });

  test('a stream that breaks leaves the interval', async () => {
    let count = 0;
    async function* broken(): AsyncGenerator<string> {
      yield 'a change';
      throw new Error('connection lost');
    }

    await eventually(() => expect(++count).toBe(5), { intervalMs: 1, on: broken });

    expect(count).toBe(5);
  });
});
