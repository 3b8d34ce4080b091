/** Waiting for what will become true. */
import { delay } from '../runtime/client/connection/delay.js';

/** How long, and how often. */
export interface EventuallyOptions {
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Calls `check` until it does not throw, and resolves to what it returned; after the time is over, rejects with its
 * last error. For anything that an object shows, `waitFor` is quicker: it does not poll.
 * @example
 * ```ts
 * const found = await eventually(() => client.get(Guestbook, key));
 * console.log(found.metadata.name); // welcome
 * ```
 */
export async function eventually<T>(check: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const { timeoutMs = 10_000, intervalMs = 50, signal } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await check();
    } catch (error) {
      if (performance.now() + intervalMs > deadline) throw withTime(error, timeoutMs);
    }
    await delay(intervalMs, signal);
  }
}

/** Keeps the error, so that test runners still show its difference, and says how long it was waited for. */
function withTime(error: unknown, timeoutMs: number): unknown {
  if (error instanceof Error) error.message += ` (still so after ${timeoutMs} ms)`;
  return error;
}
