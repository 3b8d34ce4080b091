/** How long a watcher waits after an error, before it lists or watches again. */
import { type Clock, pause } from '../../clock.js';
import { linkAbort, type LinkedAbort } from '../../linked-abort.js';
import { ApiError, is } from '../requests/api-error.js';
import { LONGEST_WAIT_SECONDS } from '../requests/retry-after.js';
import { type Backoff, QUIET_MS, watchBackoff } from './backoff.js';
import { needsSomebody } from './watch-failure.js';

/** A missing CRD may be installed any moment. */
const LONGEST_WAIT_FOR_KIND_MS = 10_000;

/** Pauses of one watcher. */
export class RetryPauses {
  readonly #clock: Clock;
  readonly #backoff: Backoff;
  /** When the state was complete that is watched now. */
  #listedAt: number | undefined;
  #hasExpired = false;
  /** The pause that lasts now, if it may be cut. */
  #cuttable: LinkedAbort | undefined;

  constructor(options: { readonly clock: Clock; readonly random: () => number }) {
    this.#clock = options.clock;
    this.#backoff = watchBackoff(options);
  }

  /** The state is complete. Only a watch that lasts from here on shows that the server is well, as lists alone may take long. */
  listed(): void {
    this.#listedAt = this.#clock.now();
    this.#backoff.isQuietFromNow();
  }

  /** Milliseconds to wait after `error`; 0 for a version that has merely expired. */
  after(error: unknown): number {
    if ((is.gone(error) || is.expired(error)) && this.#mayExpire()) return 0;
    const waitSeconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
    const retryAfterMs = Math.min(waitSeconds, LONGEST_WAIT_SECONDS) * 1000;
    const longestMs = needsSomebody(error) ? LONGEST_WAIT_FOR_KIND_MS : Number.POSITIVE_INFINITY;
    return Math.max(retryAfterMs, Math.min(this.#backoff.nextMs(), longestMs));
  }

  /** Waits after `error`, or until `signal` aborts. */
  async wait(ms: number, { error, signal }: { readonly error: unknown; readonly signal: AbortSignal }): Promise<void> {
    using link = linkAbort([signal]);
    // What the server itself asks for is not cut.
    this.#cuttable = is.connection(error) ? link : undefined;
    await pause(this.#clock, ms, link.signal);
    this.#cuttable = undefined;
  }

  /** The server is known to answer: ends a pause after a lost connection. */
  cut(): void {
    this.#cuttable?.abort();
  }

  /**
   * An expired version is normal once, and after a watch that has lasted. A server that calls the version of its own list
   * expired would be listed without end.
   */
  #mayExpire(): boolean {
    const wasQuiet = this.#listedAt !== undefined && this.#clock.now() - this.#listedAt > QUIET_MS;
    if (this.#hasExpired && !wasQuiet) return false;
    this.#hasExpired = true;
    return true;
  }
}
