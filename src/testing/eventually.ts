/** Waiting for what will become true. */
import { inspect } from 'node:util';
import { delay } from '../runtime/client/connection/delay.js';
import { linkAbort } from '../runtime/linked-abort.js';

/** How long to wait, and when to check. */
export interface EventuallyOptions {
  /** How long to try; 20 seconds by default. A check that is running then may take as long again. */
  readonly timeoutMs?: number | undefined;
  /** Time between two checks; 50 ms by default, or 1 s with `on`. */
  readonly intervalMs?: number | undefined;
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Opens a stream of changes, such as a watch or `on()` of node:events: each makes the check run again immediately. */
  readonly on?: ((signal: AbortSignal) => AsyncIterable<unknown>) | undefined;
}

/**
 * Calls `check` until it does not throw, and resolves to what it returned. When the time is over, it rejects with the last
 * error, how long it tried and how often. With `on`, it checks on every change instead of polling. To wait for one object, use
 * `waitFor`.
 * @example
 * ```ts
 * const found = await eventually(() => client.get(Guestbook, key), {
 *   on: (signal) => client.watch(Guestbook, { namespace: key.namespace, signal }),
 * });
 * console.log(found.metadata.name); // welcome
 * ```
 */
export async function eventually<T>(check: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const { timeoutMs = 20_000, on, intervalMs = on ? 1000 : 50, signal } = options;
  const began = performance.now();
  const closing = new AbortController();
  const changes = new Changes(on?.(closing.signal));
  let last: unknown = new Error('the check did not finish');
  try {
    for (let attempts = 1; ; attempts++) {
      signal?.throwIfAborted();
      changes.forget();
      const given = began + 2 * timeoutMs - performance.now();
      const outcome = await within(given, check);
      if ('value' in outcome) return outcome.value;
      if ('error' in outcome) last = outcome.error;
      const passedMs = performance.now() - began;
      const hasTime = !outcome.isLate && passedMs + Math.min(intervalMs, 50) <= timeoutMs;
      if (!hasTime) throw withEffort(last, passedMs, attempts);
      await changes.next(Math.min(intervalMs, timeoutMs - passedMs), signal);
    }
  } finally {
    closing.abort();
  }
}

type Outcome<T> = { readonly isLate: boolean } & ({ readonly value: T } | { readonly error: unknown } | object);

/** A check that hangs would hide the error of the one before. */
async function within<T>(ms: number, check: () => T | Promise<T>): Promise<Outcome<T>> {
  const finished = new AbortController();
  const running = (async () => check())().then(
    (value) => ({ isLate: false, value }),
    (error: unknown) => ({ isLate: false, error }),
  );
  const late = delay(Math.max(ms, 0), finished.signal).then(
    () => ({ isLate: true }),
    () => ({ isLate: true }),
  );
  try {
    return await Promise.race([running, late]);
  } finally {
    finished.abort();
  }
}

/** Remembers whether something changed since the last check began. */
class Changes {
  #hasChanged = false;
  #wake: (() => void) | undefined;

  constructor(stream: AsyncIterable<unknown> | undefined) {
    if (stream) void this.#follow(stream);
  }

  forget(): void {
    this.#hasChanged = false;
  }

  /** Resolves on the next change, or after `ms`. */
  async next(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#hasChanged) return;
    using waiting = linkAbort(signal ? [signal] : []);
    const changed = new Promise<void>((resolve) => (this.#wake = resolve));
    const passed = delay(ms, waiting.signal).catch(() => undefined);
    await Promise.race([changed, passed]);
    waiting.abort();
  }

  /** A stream that ends or breaks leaves the interval. */
  async #follow(stream: AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const _ of stream) {
        this.#hasChanged = true;
        this.#wake?.();
      }
    } catch {
      // The interval goes on.
    }
  }
}

/** Keeps the error itself, so that test runners still show its difference. */
function withEffort(error: unknown, passedMs: number, attempts: number): unknown {
  const effort = ` (still so after ${Math.round(passedMs)} ms and ${attempts} attempts)`;
  // The message of a DOMException cannot be changed.
  if (error instanceof Error && Reflect.set(error, 'message', error.message + effort)) return error;
  return new Error(`${error instanceof Error ? error.message : inspect(error)}${effort}`, { cause: error });
}
