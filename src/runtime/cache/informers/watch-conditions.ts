/** How the watches of one informer are: each partition has a watch of its own, and one that works says nothing about another. */
import type { Clock } from '../../clock.js';
import type { Logger } from '../../log/logger.js';

/** One watch. */
export interface WatchCondition {
  failed(error: unknown, retryInMs: number): void;
  recovered(): void;
}

interface State {
  /** Of the last try, if it failed. */
  failure?: { readonly error: unknown };
  heardAt?: number;
}

/** Collects the conditions of all watches, and logs what changes. */
export class WatchConditions {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #states: State[] = [];

  constructor(options: { clock: Clock; log: Logger }) {
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /** The condition of one more watch. */
  add(): WatchCondition {
    const state: State = {};
    this.#states.push(state);
    return {
      failed: (error, retryInMs) => this.#onFailed(state, error, retryInMs),
      recovered: () => this.#onRecovered(state),
    };
  }

  /** The last errors, of those watches whose last try failed. */
  failures(): readonly { readonly error: unknown }[] {
    return this.#states.flatMap(({ failure }) => (failure ? [failure] : []));
  }

  /** Of the watch that has been silent for longest; undefined while one has never been heard of. */
  silentMs(): number | undefined {
    const now = this.#clock.now();
    const silences = this.#states.map(({ heardAt }) => (heardAt === undefined ? Infinity : now - heardAt));
    const longest = Math.max(...silences);
    return longest === Infinity ? undefined : longest;
  }

  #onFailed(state: State, error: unknown, retryInMs: number): void {
    const isNews = this.failures().every((failure) => String(failure.error) !== String(error));
    state.failure = { error };
    const fields = { retryInMs: Math.round(retryInMs), error };
    // Said once per cause: a missing role or CRD would otherwise fill the log.
    if (isNews) this.#log.error('cannot list or watch', fields);
    else this.#log.debug('still cannot list or watch', fields);
  }

  #onRecovered(state: State): void {
    state.heardAt = this.#clock.now();
    if (!state.failure) return;
    delete state.failure;
    if (this.failures().length === 0) this.#log.info('listing and watching again');
  }
}
