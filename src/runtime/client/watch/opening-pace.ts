/** How often one watch may be opened. */

/** Openings without a pause, and how long each further one waits; what client-go allows requests by default. */
const BURST = 10;
const MS_PER_OPENING = 200;

/**
 * A server or proxy that ends every watch after one event would be asked thousands of times in a second: each event is
 * progress, so that the backoff of failures does not apply.
 */
export class OpeningPace {
  /** When all openings are free again. */
  #freeAt = Number.NEGATIVE_INFINITY;

  /** Milliseconds until the watch may be opened. Counts as one opening. */
  waitMs(now: number): number {
    const waitMs = Math.max(0, this.#freeAt - now - (BURST - 1) * MS_PER_OPENING);
    this.#freeAt = Math.max(this.#freeAt, now) + MS_PER_OPENING;
    return waitMs;
  }
}
