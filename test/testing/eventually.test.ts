import { describe, expect, test } from 'vitest';
import { eventually } from '../../src/testing/eventually.js';

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

  test('rejects with the last error and the time, and keeps the error itself', async () => {
    const error = new TypeError('still wrong');

    const waiting = eventually(() => Promise.reject(error), { timeoutMs: 20, intervalMs: 5 });

    await expect(waiting).rejects.toBe(error);
    expect(error.message).toBe('still wrong (still so after 20 ms)');
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
