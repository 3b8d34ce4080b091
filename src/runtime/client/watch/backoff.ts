/** How long a watcher waits after a failure. */
import type { Clock } from '../../clock.js';

/** Grows with each failure and starts again after a quiet time. */
export interface Backoff {
  nextMs(): number;
  /** The quiet time begins now, if it has not begun later. */
  isQuietFromNow(): void;
}

/** After this long without a failure, the server counts as healthy again. */
export const QUIET_MS = 120_000;

/** Settings of a backoff. */
export interface BackoffOptions {
  readonly clock: Clock;
  /** In [0, 1); `Math.random` by default. */
  readonly random?: (() => number) | undefined;
  readonly baseMs?: number | undefined;
  readonly maxMs?: number | undefined;
  readonly resetAfterMs?: number | undefined;
}

/** 800 ms doubling to 30 s, each up to twice as long by chance, from the start again after 2 min without a failure. */
export function watchBackoff(options: BackoffOptions): Backoff {
  const { clock, random = Math.random, baseMs = 800, maxMs = 30_000, resetAfterMs = QUIET_MS } = options;
  let failures = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    nextMs() {
      if (clock.now() - lastAt > resetAfterMs) failures = 0;
      const delayMs = Math.min(baseMs * 2 ** failures, maxMs) * (1 + random());
      failures++;
      lastAt = clock.now() + delayMs;
      return delayMs;
    },
    isQuietFromNow() {
      lastAt = Math.max(lastAt, clock.now());
    },
  };
}
