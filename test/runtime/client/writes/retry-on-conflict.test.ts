import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import { retryOn, retryOnConflict } from '../../../../src/runtime/client/writes/retry-on-conflict.js';

const conflict = (): ApiError => new ApiError({ code: 409, reason: 'Conflict' });

describe('4.7 retryOnConflict', () => {
  test('§4.7.8 tries five times and then rejects with the last conflict', async () => {
    const errors: ApiError[] = [];

    const call = retryOnConflict(async () => {
      errors.push(conflict());
      throw errors.at(-1);
    });

    await expect(call).rejects.toSatisfy((error) => error === errors.at(-1));
    expect(errors).toHaveLength(5);
  });

  test('passes the number of the attempt and returns the first success', async () => {
    const result = await retryOnConflict(async (attempt) => {
      if (attempt < 2) throw conflict();
      return attempt;
    });

    expect(result).toBe(2);
  });

  test('other errors are not retried', async () => {
    let count = 0;
    const call = retryOnConflict(async () => {
      count++;
      throw new Error('other');
    });

    await expect(call).rejects.toThrow('other');
    expect(count).toBe(1);
  });

  test.each([0, -1, 1.5, Number.NaN])(
    '§17.5.6 %s steps are refused: the function would never be called',
    async (steps) => {
      await expect(retryOnConflict(async () => 1, { steps, delayMs: 1 })).rejects.toThrow(RangeError);
    },
  );

  test('§17.5.7 the wait ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const call = retryOn(
      () => true,
      async () => {
        setImmediate(() => controller.abort(new Error('stop')));
        throw conflict();
      },
      { steps: 2, delayMs: 60_000, signal: controller.signal },
    );

    await expect(call).rejects.toThrow('stop');
  });
});
