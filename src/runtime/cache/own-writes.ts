/** What this process wrote and the store may not have seen yet, for one reflector. */
import type { Clock } from '../clock.js';
import { systemClock } from '../clock.js';
import { linkAbort, orAborted } from '../linked-abort.js';
import type { KubeObject } from '../object/meta.js';
import { parseKey } from './object-key.js';
import { compareResourceVersions, isComparable, newerVersion } from './resource-version.js';
import { type ReadScope, UncertainWrites } from './uncertain-writes.js';

/** How a write ended. `uncertain`: no answer came, so it may or may not have happened. */
export type WriteOutcome =
  | { readonly type: 'written'; readonly resourceVersion: string }
  | { readonly type: 'deleted'; readonly uid: string }
  | { readonly type: 'failed' }
  | { readonly type: 'uncertain' };

/** The part of a partition that waiting looks at. */
export interface ObservedState {
  readonly resourceVersion: string | undefined;
  readonly store: { peek(key: string): KubeObject | undefined };
}

/** The write that a read would still have to wait for. */
export interface PendingWrite {
  readonly key: string;
  readonly resourceVersion: string;
}

interface Booking {
  version?: string;
  deletedUid?: string;
}

/** Bookkeeping of own writes; satisfied by the state of the store, not by single events. */
export class OwnWrites {
  /** Writes whose fate is unknown. */
  readonly uncertain: UncertainWrites;
  readonly #state: ObservedState;
  readonly #inFlight = new Map<string, Set<Promise<void>>>();
  readonly #booked = new Map<string, Booking>();
  readonly #waiters = new Set<() => void>();
  /** Counts how often the server went back in time. */
  #era = 0;

  constructor(state: ObservedState) {
    this.#state = state;
    this.uncertain = new UncertainWrites(() => state.resourceVersion);
  }

  /** A write starts; the returned function must be called when it has ended. An unknown name has key `""`. */
  begin(key: string): (outcome: WriteOutcome, finalKey?: string) => void {
    let settle: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (settle = resolve));
    const writes = this.#inFlight.get(key) ?? new Set();
    this.#inFlight.set(key, writes.add(ended));
    return (outcome, finalKey = key) => {
      writes.delete(ended);
      if (writes.size === 0) this.#inFlight.delete(key);
      this.#book(finalKey, outcome);
      settle();
    };
  }

  /** A version of an object that was seen elsewhere: later reads must not be older. */
  seen(key: string, resourceVersion: string): void {
    this.#book(key, { type: 'written', resourceVersion });
  }

  /** An object that is known not to exist any more: later reads must not show it. */
  gone(key: string, uid: string): void {
    this.#book(key, { type: 'deleted', uid });
  }

  /** The server went back in time: versions of what was written before mean nothing any more. */
  forget(): void {
    this.#booked.clear();
    this.#era++;
    this.#waiters.forEach((check) => check());
  }

  /** The store has changed. */
  wake(): void {
    if (this.#booked.size > 0) {
      for (const [key, booking] of this.#booked) if (this.#isMet(key, booking)) this.#booked.delete(key);
    }
    if (this.#waiters.size > 0) for (const check of this.#waiters) check();
  }

  /**
   * Resolves when the store has seen every write in `scope` that started before this call; to the
   * write that is missing when that takes longer than `timeoutMs`. Rejects when `signal` aborts.
   */
  async wait(
    scope: ReadScope,
    options: { timeoutMs: number; signal?: AbortSignal; clock?: Clock },
  ): Promise<PendingWrite | undefined> {
    const inFlight = this.#inFlightIn(scope);
    if (inFlight.length === 0 && !this.#missingIn(scope)()) return undefined;
    const link = linkAbort([options.signal], { timeoutMs: options.timeoutMs, clock: options.clock ?? systemClock });
    let missing: PendingWrite | undefined;
    try {
      if (inFlight.length > 0) await orAborted(Promise.allSettled(inFlight), link.signal);
      const findMissing = this.#missingIn(scope);
      missing = findMissing();
      if (missing) await this.#until(() => (missing = findMissing()) === undefined, link.signal);
      return undefined;
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (!link.signal.aborted) throw error;
      return missing ?? { key: 'key' in scope ? scope.key : '', resourceVersion: 'not known yet' };
    } finally {
      link[Symbol.dispose]();
    }
  }

  #inFlightIn(scope: ReadScope): Promise<void>[] {
    if (this.#inFlight.size === 0) return [];
    if ('key' in scope) return [...(this.#inFlight.get(scope.key) ?? [])];
    return [...this.#inFlight].filter(([key]) => isInScope(key, scope)).flatMap(([, writes]) => [...writes]);
  }

  /** Finds a write, of those booked now, that the store has not seen. */
  #missingIn(scope: ReadScope): () => PendingWrite | undefined {
    const bookings =
      'key' in scope
        ? [[scope.key, this.#booked.get(scope.key) ?? {}] as const]
        : [...this.#booked].filter(([key]) => isInScope(key, scope));
    const era = this.#era;
    return () => {
      if (era !== this.#era) return undefined;
      const found = bookings.find(([key, booking]) => !this.#isMet(key, booking));
      return found && { key: found[0], resourceVersion: found[1].version ?? 'of its deletion' };
    };
  }

  #until(isMet: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        this.#waiters.delete(check);
        signal.removeEventListener('abort', stop);
        settle();
      };
      const check = (): void => {
        if (isMet()) finish(resolve);
      };
      const stop = (): void => finish(() => reject(signal.reason));
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#waiters.add(check);
    });
  }

  #book(key: string, outcome: WriteOutcome): void {
    if (outcome.type === 'failed') return;
    if (outcome.type === 'uncertain') return this.uncertain.add(key === '' ? { namespace: undefined } : { key });
    const known = this.#booked.get(key) ?? {};
    const booking: Booking =
      outcome.type === 'deleted'
        ? { ...known, deletedUid: outcome.uid }
        : { ...known, version: newerVersion(known.version, outcome.resourceVersion) };
    if (!this.#isMet(key, booking)) this.#booked.set(key, booking);
  }

  #isMet(key: string, { version, deletedUid }: Booking): boolean {
    const { resourceVersion, store } = this.#state;
    const hasVersion =
      !isComparable(version) ||
      (isComparable(resourceVersion) && compareResourceVersions(resourceVersion, version) >= 0);
    return hasVersion && (deletedUid === undefined || store.peek(key)?.metadata.uid !== deletedUid);
  }
}

function isInScope(key: string, scope: ReadScope): boolean {
  // A key that the server has yet to choose could be any.
  if (key === '') return !('key' in scope);
  if ('key' in scope) return key === scope.key;
  return scope.namespace === undefined || parseKey(key).namespace === scope.namespace;
}
