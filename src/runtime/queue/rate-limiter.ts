/** How long a key that failed waits before its next try. */
import type { Clock } from '../clock.js';
import { optionMs, type WaitTime, waitTimeMs } from '../object/wait-time.js';

/** Decides delays of keys that are added again after a failure. */
export interface RateLimiter {
  /** Counts one more failure of `key` and returns the delay before its next try. */
  delayMs(key: string): number;
  /** The key succeeded: its next failure is a first one. */
  forget(key: string): void;
  /** Failures of `key` since it was last forgotten. */
  failures(key: string): number;
}

/**
 * Doubles the delay with each failure of the same key: 5 ms, 10 ms, … up to 1000 s.
 * @example
 * ```ts
 * const limiter = exponentialLimiter({ base: '100ms', max: '1m' });
 * console.log(limiter.delayMs('a'), limiter.delayMs('a'), limiter.delayMs('b')); // 100 200 100
 * ```
 */
export function exponentialLimiter(options: { base?: WaitTime; max?: WaitTime } = {}): RateLimiter {
  const baseMs = optionMs('base', options.base) ?? 5;
  const maxMs = optionMs('max', options.max) ?? 1_000_000;
  const failures = new Map<string, number>();
  return {
    delayMs(key) {
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      // 2 ** count overflows to Infinity, never to a negative number.
      return Math.min(baseMs * 2 ** count, maxMs);
    },
    forget: (key) => void failures.delete(key),
    failures: (key) => failures.get(key) ?? 0,
  };
}

/**
 * A token bucket over all keys: `burst` tries at once, then `perSecond`.
 * @example
 * ```ts
 * const limiter = bucketLimiter({ clock: systemClock, perSecond: 10, burst: 1 });
 * console.log(limiter.delayMs('a') === 0, limiter.delayMs('b') > 0); // true true
 * ```
 */
export function bucketLimiter(options: { clock: Clock; perSecond?: number; burst?: number }): RateLimiter {
  const { clock, perSecond = 10, burst = 100 } = options;
  const msPerToken = 1000 / perSecond;
  // The time at which the bucket was or will be full; reservations push it into the future.
  let fullAt = Number.NEGATIVE_INFINITY;
  return {
    delayMs() {
      const now = clock.now();
      fullAt = Math.max(fullAt, now) + msPerToken;
      return Math.max(0, fullAt - now - burst * msPerToken);
    },
    forget() {
      // Tokens are not tied to a key.
    },
    failures: () => 0,
  };
}

/**
 * `fast` for the first `fastTries` failures of a key, then `slow`.
 * @example
 * ```ts
 * const limiter = fastSlowLimiter({ fast: '10ms', slow: '5s', fastTries: 1 });
 * console.log(limiter.delayMs('a'), limiter.delayMs('a')); // 10 5000
 * ```
 */
export function fastSlowLimiter(options: { fast: WaitTime; slow: WaitTime; fastTries: number }): RateLimiter {
  const [fastMs, slowMs] = [waitTimeMs(options.fast), waitTimeMs(options.slow)];
  const failures = new Map<string, number>();
  return {
    delayMs(key) {
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      return count <= options.fastTries ? fastMs : slowMs;
    },
    forget: (key) => void failures.delete(key),
    failures: (key) => failures.get(key) ?? 0,
  };
}

/**
 * The longest of several delays; every limiter counts every failure.
 * @example
 * ```ts
 * const limiter = longestOf(exponentialLimiter(), bucketLimiter({ clock: systemClock }));
 * console.log(limiter.delayMs('a')); // 5
 * ```
 */
export function longestOf(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    delayMs: (key) => Math.max(0, ...limiters.map((limiter) => limiter.delayMs(key))),
    forget: (key) => limiters.forEach((limiter) => limiter.forget(key)),
    failures: (key) => Math.max(0, ...limiters.map((limiter) => limiter.failures(key))),
  };
}

/**
 * What controllers use: 5 ms doubling to 1000 s, for each key alone. There is no limit over all keys: after an outage that many
 * keys have felt, each of them is tried again as soon as its own delay is over. Concurrency limits the load.
 * @example
 * ```ts
 * const limiter = defaultLimiter();
 * console.log(limiter.delayMs('default/a'), limiter.delayMs('default/a')); // 5 10
 * ```
 */
export function defaultLimiter(): RateLimiter {
  return exponentialLimiter();
}
