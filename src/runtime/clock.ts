/** Time as a parameter, so that everything that waits can be tested without waiting. */

/** A timer that has been set. */
export interface Timer {
  cancel(): void;
}

/** Monotonic time and timers. Never the wall clock: it jumps. */
export interface Clock {
  /** Milliseconds since some fixed point; never goes back. */
  now(): number;
  /** Calls back once after `delayMs`, however long that is. A pending timer does not keep the process alive. */
  after(delayMs: number, callback: () => void): Timer;
}

/** Node overflows above this and fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The clock of this machine.
 * @example
 * ```ts
 * const startedAt = systemClock.now();
 * systemClock.after(1000, () => undefined).cancel();
 * console.log(systemClock.now() >= startedAt); // true
 * ```
 */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (delayMs, callback) => new SystemTimer(delayMs, callback),
};

class SystemTimer implements Timer {
  readonly #callback: () => void;
  #handle: NodeJS.Timeout;

  constructor(delayMs: number, callback: () => void) {
    this.#callback = callback;
    this.#handle = this.#arm(Math.max(0, delayMs));
  }

  cancel(): void {
    clearTimeout(this.#handle);
  }

  #arm(remainingMs: number): NodeJS.Timeout {
    const stepMs = Math.min(remainingMs, LONGEST_TIMER_MS);
    const fire = (): void => {
      if (stepMs === remainingMs) this.#callback();
      else this.#handle = this.#arm(remainingMs - stepMs);
    };
    return setTimeout(fire, stepMs).unref();
  }
}

/** Resolves after `delayMs`, or at once when `signal` aborts; it never rejects. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      timer.cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.after(delayMs, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
