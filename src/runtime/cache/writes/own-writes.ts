/** What this process wrote and the store may not have seen yet, for one reflector. See docs/own-writes.md. */
import type { Work, Writer } from '../../current-work.js';
import type { KubeObject } from '../../object/meta.js';
import { isComparable } from '../../../kubernetes/version/resource-version.js';
import { keyOf } from '../store/object-key.js';
import type { StoreChange } from '../store/store.js';
import { type Booking, Bookings } from './bookings.js';
import { DeletedObjects } from './deleted-objects.js';
import { ExpectedDeletions, type IsOver } from './expected-deletions.js';
import { type Flight, Flights } from './flights.js';
import type { ReadScope } from './read-scope.js';
import { SilentWatch } from './silent-watch.js';
import { UncertainWrites } from './uncertain-writes.js';
import { type Expected, type Find, type PendingWrite, Waiters, type WaitOptions } from './waiters.js';
import type { WriteOutcome } from './write-outcome.js';

/** The part of a partition that waiting looks at. */
export interface ObservedState {
  readonly resourceVersion: string | undefined;
  readonly store: { peek(key: string): KubeObject | undefined };
}

/** How a read waits. */
interface ReadWait extends WaitOptions {
  /** The work that the read is a part of. */
  readonly reader?: Pick<Work, 'writer' | 'waitsForOthers'>;
}

/** How long a read waits for writes that may not be its own: usually the watch is only a moment behind. */
const BRIEF_MS = 1000;

/**
 * Bookkeeping of own writes. A read waits for the writes of its own writer, also while they are in flight. A reconcile waits
 * briefly for answered writes of others; a write in flight may wait for an admission webhook, whose reads must not wait for
 * it. Reads outside of any work have no identity: they wait briefly for answered writes made outside of any work.
 */
export class OwnWrites {
  /** Writes whose result is unknown. */
  readonly uncertain = new UncertainWrites();
  /** Called when the watch is silent although a write of this process was answered. */
  onSilence: () => void = () => undefined;
  readonly #state: ObservedState;
  readonly #flights = new Flights();
  readonly #bookings: Bookings;
  readonly #deleted = new DeletedObjects();
  readonly #deletions = new ExpectedDeletions();
  readonly #waiters = new Waiters();
  readonly #silence: SilentWatch;
  /** A version that the store did not reach in time: until it does, nobody waits for others. */
  #overdue: string | undefined;
  /** Orders writes and doubts. */
  #turn = 0;
  /** Counts how often the server went back in time. */
  #era = 0;

  constructor(state: ObservedState) {
    this.#state = state;
    this.#bookings = new Bookings(() => state.resourceVersion);
    this.#silence = new SilentWatch({
      version: () => state.resourceVersion,
      isOwed: () => !this.#bookings.isEmpty || !this.#deletions.isEmpty,
      reopen: () => this.onSilence(),
    });
  }

  /** A write starts; the returned function must be called when it has ended. An unknown name has key `""`. */
  begin(key: string, writer?: Writer): (outcome: WriteOutcome, finalKey?: string) => void {
    const end = this.#flights.begin(key, writer);
    const turn = ++this.#turn;
    const uid = this.#state.store.peek(key)?.metadata.uid;
    return (outcome, finalKey = key) =>
      end((flight) => this.#book({ ...flight, key: finalKey }, outcome, { turn, uid }));
  }

  /** A version of an object that was seen elsewhere: later reads must not be older. */
  seen(key: string, resourceVersion: string, writer?: Writer): void {
    this.#bookings.add({ key, writer, version: resourceVersion });
  }

  /** An object that is known not to exist any more: later reads must not show it. */
  gone(key: string, uid: string): void {
    this.#deleted.add(uid, this.#state.store.peek(key)?.metadata.uid === uid);
  }

  /** Objects that were deleted or are terminating now: `writer` waits until the store shows that. */
  expectDeletions(expected: Iterable<readonly [key: string, isOver: IsOver]>, writer?: Writer): void {
    for (const [key, isOver] of expected)
      if (!isOver(this.#state.store.peek(key))) this.#deletions.add(key, isOver, writer);
  }

  /** The server went back in time: what was written before means nothing any more. */
  forget(): void {
    this.#bookings.clear();
    this.#deleted.clear();
    this.#deletions.clear();
    this.#overdue = undefined;
    this.#era++;
    this.#waiters.wake();
  }

  /** The store has changed one object; `wake` follows. */
  observed(change: StoreChange): void {
    if (this.#flights.isEmpty && this.#deleted.isEmpty && this.#deletions.isEmpty) return;
    const { object } = change;
    const key = keyOf(object.metadata);
    const oldUid = change.type === 'update' ? change.old.metadata.uid : object.metadata.uid;
    const newUid = change.type === 'delete' ? undefined : object.metadata.uid;
    if (oldUid !== undefined && oldUid !== newUid) {
      this.#deleted.removed(oldUid);
      this.#flights.removed(key, oldUid);
    }
    if (newUid !== undefined) this.#deleted.stored(newUid);
    this.#deletions.changed(key, change.type === 'delete' ? undefined : object);
  }

  /** The store has reached another version. */
  wake(): void {
    this.#silence.heard();
    this.#bookings.sweep();
    if (this.#overdue !== undefined && this.#bookings.isReached({ version: this.#overdue })) this.#overdue = undefined;
    this.#waiters.wake();
  }

  /** Whether a read has to leave out an object that the store shows. */
  hides(object: { readonly metadata: { readonly uid?: string } }): boolean {
    return this.#deleted.isHiding && this.#deleted.hides(object.metadata.uid);
  }

  /** Whether `hides` is true for any object. */
  get isHiding(): boolean {
    return this.#deleted.isHiding;
  }

  /** Nothing in `scope` is in flight or waited for, as is nearly always so for a read of one object. */
  isClear(scope: ReadScope): boolean {
    return this.#deletions.isEmpty && !this.#bookings.has(scope) && !this.#flights.has(scope);
  }

  /**
   * Resolves when the store has seen every write in `scope` that the reader has to wait for, and that started before this
   * call; to the reader's own write that is missing when that takes longer than `timeoutMs`. Rejects when `signal` aborts.
   */
  async wait(scope: ReadScope, options: ReadWait): Promise<PendingWrite | undefined> {
    if (this.isClear(scope)) return undefined;
    const { writer, waitsForOthers = false } = options.reader ?? {};
    const flights = writer === undefined ? [] : this.#flights.of(writer, scope);
    const own = { flights, expect: () => this.#ownIn(scope, writer) };
    if (writer === undefined) return this.#waitBriefly(own, options);
    const missing = await this.#waitForOwn(own, options);
    if (missing) this.#deletions.giveUp(writer);
    if (missing || !waitsForOthers) return missing;
    return this.#waitBriefly({ flights: [], expect: () => this.#unreached(this.#bookings.newest(scope)) }, options);
  }

  /** A watch that stays silent is opened again while the read waits. */
  async #waitForOwn(expected: Expected, options: WaitOptions): Promise<PendingWrite | undefined> {
    const silence = this.#silence.suspect(options.clock);
    try {
      return await this.#waiters.wait(expected, options);
    } finally {
      silence.cancel();
    }
  }

  /** Once is enough for a watch that is late: it would otherwise delay every read. */
  async #waitBriefly(expected: Expected, options: WaitOptions): Promise<undefined> {
    if (this.#overdue !== undefined) return;
    const missing = await this.#waiters.wait(expected, {
      ...options,
      timeoutMs: Math.min(options.timeoutMs, BRIEF_MS),
    });
    if (isComparable(missing?.resourceVersion)) this.#overdue = missing.resourceVersion;
    else if (missing) this.#deletions.giveUp(undefined);
  }

  /** Finds what `writer` has written until now and the store does not show. */
  #ownIn(scope: ReadScope, writer: Writer | undefined): Find {
    const unreached = this.#unreached(this.#bookings.own(scope, writer));
    return () => {
      const key = this.#deletions.missing(scope, writer);
      return unreached() ?? (key === undefined ? undefined : { key, resourceVersion: 'of its deletion' });
    };
  }

  /** Finds the booking until the store has reached it. */
  #unreached(booking: Booking | undefined): Find {
    const era = this.#era;
    return () =>
      booking && era === this.#era && !this.#bookings.isReached(booking)
        ? { key: booking.key, resourceVersion: booking.version }
        : undefined;
  }

  /** `uid`: of the object that the store had when the write began. */
  #book({ key, writer, removed }: Flight, outcome: WriteOutcome, { turn, uid }: { turn: number; uid?: string }): void {
    switch (outcome.type) {
      case 'written':
        this.#bookings.add({ key, writer, version: outcome.resourceVersion });
        this.#settleBefore(key, writer, turn);
        return;
      case 'deleted':
        if (!removed.has(outcome.uid)) this.gone(key, outcome.uid);
        this.#settleBefore(key, writer, turn);
        return;
      case 'absent':
        if (uid !== undefined && !removed.has(uid)) this.gone(key, uid);
        this.#settleBefore(key, writer, turn);
        return;
      case 'outdated':
      case 'uncertain': {
        const reason = outcome.type === 'uncertain' ? 'unknown' : 'outdated';
        if (key !== '') this.uncertain.add({ key, writer, reason, turn: ++this.#turn });
        return;
      }
      case 'failed':
    }
  }

  /** An answer shows what became of earlier writes, too. */
  #settleBefore(key: string, writer: Writer | undefined, turn: number): void {
    const doubt = this.uncertain.of(key, writer);
    if (doubt && doubt.turn < turn) this.uncertain.settle(doubt);
  }
}
