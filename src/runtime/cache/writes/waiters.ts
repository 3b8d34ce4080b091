/** Reads that wait until the store shows what was written. */
import { type Clock, systemClock } from '../../clock.js';
import { linkAbort, orAborted } from '../../linked-abort.js';
import type { Flight } from './flights.js';

/** The write that a read would still have to wait for. */
export interface PendingWrite {
  readonly key: string;
  readonly resourceVersion: string;
}

/** How long a read waits. */
export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** Returns a write that the store does not show. */
export type Find = () => PendingWrite | undefined;

/** What a read waits for: the ends of writes, and then what they have stored. */
export interface Expected {
  readonly flights: readonly Flight[];
  readonly expect: () => Find;
}

/** Those who wait for one store. */
export class Waiters {
  readonly #checks = new Set<() => void>();

  /** The store has changed. */
  wake(): void {
    for (const check of this.#checks) check();
  }

  /** Resolves to what is missing when the time is over. Rejects when `signal` aborts. */
  async wait(
    { flights, expect }: Expected,
    { timeoutMs, signal, clock = systemClock }: WaitOptions,
  ): Promise<PendingWrite | undefined> {
    if (flights.length === 0 && !expect()()) return undefined;
    using link = linkAbort([signal], { timeoutMs, clock });
    let missing = flights[0] && unanswered(flights[0]);
    try {
      if (flights.length > 0) await orAborted(Promise.allSettled(flights.map(({ ended }) => ended)), link.signal);
      const find = expect();
      missing = find();
      if (missing) await this.#until(() => (missing = find()) === undefined, link.signal);
      return undefined;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!link.signal.aborted) throw error;
      return missing;
    }
  }

  #until(isMet: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        this.#checks.delete(check);
        signal.removeEventListener('abort', stop);
        settle();
      };
      const check = (): void => {
        if (isMet()) finish(resolve);
      };
      const stop = (): void => finish(() => reject(signal.reason));
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#checks.add(check);
    });
  }
}

function unanswered({ key }: Flight): PendingWrite {
  return {
    key: key || 'an object whose name the server chooses',
    resourceVersion: 'not known yet: the server has not answered',
  };
}
