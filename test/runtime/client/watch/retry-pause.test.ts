import { beforeEach, expect, test } from 'vitest';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import { RetryPauses } from '../../../../src/runtime/client/watch/retry-pause.js';
import { gone } from '../../cache/fake-resource.js';
import { ManualClock, settle } from '../../manual-clock.js';

let clock: ManualClock;
let pauses: RetryPauses;

beforeEach(() => {
  clock = new ManualClock();
  pauses = new RetryPauses({ clock, random: () => 0 });
});

/** A list that takes `listMs`, a watch that lasts `watchMs` and then expires; returns the pause. */
function round({ listMs = 0, watchMs = 0 }: { listMs?: number; watchMs?: number }): number {
  clock.advance(listMs);
  pauses.listed();
  clock.advance(watchMs);
  const pauseMs = pauses.after(gone());
  clock.advance(pauseMs);
  return pauseMs;
}

test('§3.2.9 the first version that has expired costs no pause, later ones cost more each time', () => {
  expect(Array.from({ length: 5 }, () => round({}))).toEqual([0, 800, 1600, 3200, 6400]);
});

test('§3.2.9 a watch that lasted for two minutes may expire without a pause again', () => {
  round({});
  round({ watchMs: 119_000 });

  expect(round({ watchMs: 120_001 })).toBe(0);
  expect(round({ watchMs: 1000 })).toBeGreaterThan(0);
});

test('§3.2.9 lists that take long do not make the server healthy', () => {
  expect(Array.from({ length: 4 }, () => round({ listMs: 600_000 }))).toEqual([0, 800, 1600, 3200]);
});

test('the server decides how long to wait at least, and a missing kind is looked for every ten seconds at most', () => {
  const busy = new ApiError({ code: 429, reason: 'TooManyRequests' }, { retryAfterSeconds: 7 });
  const missing = new ApiError({ code: 404, reason: 'NotFound' });

  expect(pauses.after(busy)).toBe(7000);
  expect(Array.from({ length: 6 }, () => pauses.after(missing)).at(-1)).toBe(10_000);
});

test.each(['abc', {}, [], [5], null, true, '', '7', Number.NaN, -5, 86_400, 1e300, Number.POSITIVE_INFINITY])(
  'a server that asks to wait for %j seconds is asked again within a minute, and never at once',
  (retryAfterSeconds) => {
    const error = new ApiError({
      code: 503,
      reason: 'ServiceUnavailable',
      details: { retryAfterSeconds: retryAfterSeconds as number },
    });

    const pauseMs = pauses.after(error);

    expect(pauseMs).toBeGreaterThanOrEqual(800);
    expect(pauseMs).toBeLessThanOrEqual(60_000);
  },
);

/** Waits after `error` for a minute, and cuts the pause after a second; returns how long it was, in seconds. */
async function cutAfterOneSecond(error: unknown): Promise<number> {
  const startedAt = clock.now();
  const wait = async (): Promise<number> => {
    await pauses.wait(60_000, { error, signal: new AbortController().signal });
    return Math.round((clock.now() - startedAt) / 1000);
  };
  const seconds = wait();
  await clock.advanceAsync(1000);
  pauses.cut();
  await settle();
  await clock.advanceAsync(59_000);
  return seconds;
}

test('a pause after a lost connection can be cut', async () => {
  expect(await cutAfterOneSecond(new ConnectionError('ECONNREFUSED', 'https://fake', 'nothing listens'))).toBe(1);
});

test('a pause that the server asks for, or that protects it from lists, cannot be cut', async () => {
  expect(await cutAfterOneSecond(new ApiError({ code: 429, reason: 'TooManyRequests' }))).toBe(60);
  expect(await cutAfterOneSecond(gone())).toBe(60);
});
