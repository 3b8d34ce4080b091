/** What goes into a work queue and what comes out. */
import type { Clock } from '../clock.js';
import type { RateLimiter } from './rate-limiter.js';

/** How a key is added. */
export interface AddOptions<Reason = unknown> {
  /** Wait this long first; the earliest of several times wins. */
  readonly afterMs?: number | undefined;
  /** Wait as long as the rate limiter says; with `afterMs` the shorter of both. */
  readonly rateLimited?: boolean | undefined;
  /**
   * Wait until no event has come for this long, but not longer than ten times as long after the first; only without
   * `afterMs` and `rateLimited`.
   */
  readonly quietMs?: number | undefined;
  /** Higher runs first; 0 when left out. A queued key keeps its highest. */
  readonly priority?: number | undefined;
  /** Kept with the key until it is taken, so that a reconcile can say why it runs. */
  readonly reason?: Reason | undefined;
}

/** A key handed to a worker, which must give it back with `done`. */
export interface Taken<Reason = unknown> {
  readonly key: string;
  readonly priority: number;
  readonly reasons: readonly Reason[];
}

/** What the queue tells while it works; all times in milliseconds. */
export interface QueueObserver {
  added(priority: number): void;
  taken(waitedMs: number): void;
  finished(workedMs: number): void;
  retried(): void;
}

/** Settings of a queue. */
export interface WorkQueueOptions {
  readonly clock?: Clock | undefined;
  readonly limiter?: RateLimiter | undefined;
  /**
   * Workers get keys strictly by priority, apart from this: a key that waits longest is handed out after it was overtaken
   * this often. 20 by default; 0 for never.
   */
  readonly oldestEvery?: number | undefined;
  readonly observer?: QueueObserver | undefined;
}
