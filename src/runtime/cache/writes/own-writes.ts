/** What this process wrote and the store may not have seen yet, for one reflector. */
import { type Clock, systemClock } from '../../clock.js';
import type { Work, Writer } from '../../current-work.js';
import { linkAbort, orAborted } from '../../linked-abort.js';
import type { KubeObject } from '../../object/meta.js';
import { parseKey } from '../store/object-key.js';
import { compareResourceVersions, isComparable, newerVersion } from '../../../kubernetes/version/resource-version.js';
import { type ReadScope, UncertainWrites } from './uncertain-writes.js';

/** How a write ended. `uncertain`: no answer came, so it may or may not have happened. */
export type WriteOutcome =
  | { readonly type: 'written'; readonly resourceVersion: string }
  | { readonly type: 'deleted'; readonly uid: string }
  | { readonly type: 'failed' }
  /** Refused, because the server has a newer state than the one that the write was made from. */
  | { readonly type: 'outdated' }
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
  readonly key: string;
  readonly writer: Writer | undefined;
  readonly version?: string;
  readonly deletedUid?: string;
  /** The cache is so late that others no longer wait for it. */
  isGivenUp?: boolean;
}

/** How a read waits. */
export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** The work that the read is a part of. */
  readonly reader?: Pick<Work, 'writer' | 'isHook'>;
}

/** How long a read waits for what others have written, in the hope that the watch is only a moment behind. */
const OTHERS_MS = 1000;

/**
 * Bookkeeping of own writes; satisfied by the state of the store, not by single events. Whoever wrote waits for it, also
 * while the write is in flight. Others wait a little for writes that have been answered, never for those in flight, and
 * never fail: a write may wait for an admission webhook, whose reads must not wait for it.
 */
export class OwnWrites {
  /** Writes whose result is unknown. */
  readonly uncertain: UncertainWrites;
  readonly #state: ObservedState;
  readonly #inFlight = new Map<string, Map<Promise<void>, Writer | undefined>>();
  readonly #booked = new Map<string, readonly Booking[]>();
  readonly #waiters = new Set<() => void>();
  /** Counts how often the server went back in time. */
  #era = 0;

  constructor(state: ObservedState) {
    this.#state = state;
    this.uncertain = new UncertainWrites(() => state.resourceVersion);
  }

  /** A write starts; the returned function must be called when it has ended. An unknown name has key `""`. */
  begin(key: string, writer?: Writer): (outcome: WriteOutcome, finalKey?: string) => void {
    let settle: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (settle = resolve));
    const writes = this.#inFlight.get(key) ?? new Map<Promise<void>, Writer | undefined>();
    this.#inFlight.set(key, writes.set(ended, writer));
    return (outcome, finalKey = key) => {
      writes.delete(ended);
      if (writes.size === 0) this.#inFlight.delete(key);
      this.#book({ key: finalKey, writer }, outcome);
      settle();
    };
  }

  /** A version of an object that was seen elsewhere: later reads must not be older. */
  seen(key: string, resourceVersion: string, writer?: Writer): void {
    this.#book({ key, writer }, { type: 'written', resourceVersion });
  }

  /** An object that is known not to exist any more: later reads must not show it. */
  gone(key: string, uid: string, writer?: Writer): void {
    this.#book({ key, writer }, { type: 'deleted', uid });
  }

  /** The server went back in time: versions of what was written before mean nothing any more. */
  forget(): void {
    this.#booked.clear();
    this.#era++;
    this.#waiters.forEach((check) => check());
  }

  /** The store has changed. */
  wake(): void {
    for (const [key, bookings] of this.#booked)
      if (bookings.some((booking) => this.#isMet(booking))) this.#setBookings(key, bookings);
    for (const check of this.#waiters) check();
  }

  /** Nothing in `scope` is in flight or waited for, as is nearly always so for a read of one object. */
  isClear(scope: ReadScope): boolean {
    if ('key' in scope) return !this.#inFlight.has(scope.key) && !this.#booked.has(scope.key);
    return this.#inFlight.size === 0 && this.#booked.size === 0;
  }

  /**
   * Resolves when the store has seen every write in `scope` that the reader has to wait for, and that started before this
   * call; to the reader's own write that is missing when that takes longer than `timeoutMs`. Rejects when `signal` aborts.
   */
  async wait(scope: ReadScope, options: WaitOptions): Promise<PendingWrite | undefined> {
    if (this.isClear(scope)) return undefined;
    const { writer, isHook = false } = options.reader ?? {};
    const inFlight = this.#inFlightIn(scope, writer);
    const isOwn = (booking: Booking): boolean => booking.writer === writer;
    const missing = await this.#waitFor({ scope, inFlight, counts: isOwn }, options);
    if (missing) return missing;
    const isOthers = (booking: Booking): boolean => !isOwn(booking) && booking.isGivenUp !== true;
    const timeoutMs = Math.min(options.timeoutMs, OTHERS_MS);
    const late = isHook
      ? undefined
      : await this.#waitFor({ scope, inFlight: [], counts: isOthers }, { ...options, timeoutMs });
    // Once is enough: a watch that is this late would otherwise delay every read.
    for (const booking of late ? this.#bookedIn(scope, isOthers) : []) booking.isGivenUp = true;
    return undefined;
  }

  async #waitFor(
    { scope, inFlight, counts }: Expected,
    { timeoutMs, signal, clock = systemClock }: WaitOptions,
  ): Promise<PendingWrite | undefined> {
    if (inFlight.length === 0 && !this.#missingIn(scope, counts)()) return undefined;
    const link = linkAbort([signal], { timeoutMs, clock });
    let missing: PendingWrite | undefined;
    try {
      if (inFlight.length > 0) await orAborted(Promise.allSettled(inFlight.map(({ ended }) => ended)), link.signal);
      const findMissing = this.#missingIn(scope, counts);
      missing = findMissing();
      if (missing) await this.#until(() => (missing = findMissing()) === undefined, link.signal);
      return undefined;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!link.signal.aborted) throw error;
      const key = inFlight[0]?.key || 'an object whose name the server chooses';
      return missing ?? { key, resourceVersion: 'not known yet: the server has not answered' };
    } finally {
      link[Symbol.dispose]();
    }
  }

  #inFlightIn(scope: ReadScope, writer: Writer | undefined): FlyingWrite[] {
    const found: FlyingWrite[] = [];
    for (const [key, writes] of this.#inFlight) {
      if (!isInScope(key, scope)) continue;
      for (const [ended, by] of writes) if (by === writer) found.push({ key, ended });
    }
    return found;
  }

  /** Finds a write, of those booked now, that the store has not seen. */
  #missingIn(scope: ReadScope, counts: (booking: Booking) => boolean): () => PendingWrite | undefined {
    const bookings = this.#bookedIn(scope, counts);
    const era = this.#era;
    return () => {
      if (era !== this.#era) return undefined;
      const found = bookings.find((booking) => !this.#isMet(booking));
      return found && { key: found.key, resourceVersion: found.version ?? 'of its deletion' };
    };
  }

  #bookedIn(scope: ReadScope, counts: (booking: Booking) => boolean): Booking[] {
    if ('key' in scope) return (this.#booked.get(scope.key) ?? []).filter(counts);
    return [...this.#booked].flatMap(([key, bookings]) => (isInScope(key, scope) ? bookings.filter(counts) : []));
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

  #book({ key, writer }: Pick<Booking, 'key' | 'writer'>, outcome: WriteOutcome): void {
    if (outcome.type === 'failed') return;
    if (outcome.type === 'outdated') return key === '' ? undefined : this.uncertain.outdated(key);
    if (outcome.type === 'uncertain') return this.uncertain.add(key === '' ? { namespace: undefined } : { key });
    const bookings = this.#booked.get(key) ?? [];
    const known = bookings.find((booking) => booking.writer === writer);
    const { version, deletedUid } = known ?? {};
    const booking: Booking =
      outcome.type === 'deleted'
        ? { key, writer, version, deletedUid: outcome.uid }
        : { key, writer, version: newerVersion(version, outcome.resourceVersion), deletedUid };
    this.#setBookings(key, [...bookings.filter((other) => other !== known), booking]);
  }

  /** Keeps those that the store has not seen. */
  #setBookings(key: string, bookings: readonly Booking[]): void {
    const open = bookings.filter((booking) => !this.#isMet(booking));
    if (open.length > 0) this.#booked.set(key, open);
    else this.#booked.delete(key);
  }

  #isMet({ key, version, deletedUid }: Booking): boolean {
    const { resourceVersion, store } = this.#state;
    const hasVersion =
      !isComparable(version) ||
      (isComparable(resourceVersion) && compareResourceVersions(resourceVersion, version) >= 0);
    return hasVersion && (deletedUid === undefined || store.peek(key)?.metadata.uid !== deletedUid);
  }
}

interface FlyingWrite {
  readonly key: string;
  readonly ended: Promise<void>;
}

/** What a read waits for. */
interface Expected {
  readonly scope: ReadScope;
  readonly inFlight: readonly FlyingWrite[];
  readonly counts: (booking: Booking) => boolean;
}

function isInScope(key: string, scope: ReadScope): boolean {
  // A key that the server has yet to choose could be any.
  if (key === '') return !('key' in scope);
  if ('key' in scope) return key === scope.key;
  return scope.namespace === undefined || parseKey(key).namespace === scope.namespace;
}
