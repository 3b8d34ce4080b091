/** Optimistic concurrency: read, change, write, and again when somebody else was faster. */
import { is } from '../requests/api-error.js';
import { delay } from '../connection/delay.js';

/** How often to try, and how long to wait between tries. */
export interface Backoff {
  /** How many tries in all; at least 1. */
  readonly steps: number;
  readonly delayMs: number;
  readonly factor?: number | undefined;
  /** Up to this share is added to each delay at random. */
  readonly jitter?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Five tries, ten milliseconds apart. */
export const defaultRetry: Backoff = { steps: 5, delayMs: 10, factor: 1, jitter: 0.1 };

/**
 * Runs `attempt` again while it rejects with a conflict; after the last try that conflict is the result.
 * `attempt` must read the object itself, or it will conflict again.
 * @example
 * ```ts
 * await retryOnConflict(async () => {
 *   const draft = mutable<Guestbook>(await client.live.get(Guestbook, key));
 *   draft.spec.replicas = (draft.spec.replicas ?? 0) + 1;
 *   await client.update(draft);
 * });
 * ```
 */
export async function retryOnConflict<T>(
  attempt: (attempt: number) => Promise<T>,
  backoff: Backoff = defaultRetry,
): Promise<T> {
  return retryOn(is.conflict, attempt, backoff);
}

/** Runs `attempt` again while it rejects with an error for which `canRetry` is true. */
export async function retryOn<T>(
  canRetry: (error: unknown) => boolean,
  attempt: (attempt: number) => Promise<T>,
  backoff: Backoff,
): Promise<T> {
  const { steps, delayMs, factor = 1, jitter = 0, signal } = backoff;
  if (!Number.isInteger(steps) || steps < 1) throw new RangeError(`steps must be a whole number above 0, not ${steps}`);
  let waitMs = delayMs;
  for (let index = 0; ; index++) {
    try {
      return await attempt(index);
    } catch (error) {
      if (index + 1 >= steps || !canRetry(error)) throw error;
    }
    await delay(waitMs * (1 + Math.random() * jitter), signal);
    waitMs *= factor;
  }
}
