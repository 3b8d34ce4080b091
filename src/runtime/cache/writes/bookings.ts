/** Versions that answered writes were stored with, until the store has reached them. */
import type { Writer } from '../../current-work.js';
import { compareResourceVersions, isComparable } from '../../../kubernetes/version/resource-version.js';
import { namespaceOf, type ReadScope } from './read-scope.js';

/** One answered write. */
export interface Booking {
  readonly key: string;
  readonly writer: Writer | undefined;
  readonly version: string;
}

/** The newest bookings of one namespace: a list waits for one version, however many writes there were. */
interface Place {
  readonly byWriter: Map<Writer | undefined, Booking>;
  newest: Booking;
  /** Bookings in the queue that belong here. */
  open: number;
}

/**
 * The bookings of one reflector. Every operation takes constant time: bookings leave in the order in which they came, which
 * is nearly that of their versions. One that leaves late does no harm, because readers compare versions.
 */
export class Bookings {
  readonly #reached: () => string | undefined;
  readonly #byKey = new Map<string, readonly Booking[]>();
  readonly #places = new Map<string, Place>();
  #queue: Booking[] = [];
  #first = 0;

  /** `reached` returns the version of the store. */
  constructor(reached: () => string | undefined) {
    this.#reached = reached;
  }

  add(booking: Booking): void {
    if (!isComparable(booking.version) || this.isReached(booking)) return;
    const { key, writer } = booking;
    const known = this.#byKey.get(key) ?? [];
    const own = known.find((other) => other.writer === writer);
    if (own && !isNewer(booking, own)) return;
    this.#byKey.set(key, [...known.filter((other) => other !== own), booking]);
    this.#enter(booking);
    this.#queue.push(booking);
  }

  isReached({ version }: Pick<Booking, 'version'>): boolean {
    const reached = this.#reached();
    return isComparable(reached) && compareResourceVersions(reached, version) >= 0;
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** False only when no read of `scope` has to wait. */
  has(scope: ReadScope): boolean {
    return 'key' in scope ? this.#byKey.has(scope.key) : this.#places.size > 0;
  }

  /** The newest version in `scope` that `writer` wrote and the store has not reached. */
  own(scope: ReadScope, writer: Writer | undefined): Booking | undefined {
    if ('key' in scope)
      return this.#open(this.#byKey.get(scope.key)?.filter((booking) => booking.writer === writer) ?? []);
    return this.#open(this.#placesIn(scope.namespace).map(({ byWriter }) => byWriter.get(writer)));
  }

  /** The newest version in `scope`, whoever wrote it. */
  newest(scope: ReadScope): Booking | undefined {
    if ('key' in scope) return this.#open(this.#byKey.get(scope.key) ?? []);
    return this.#open(this.#placesIn(scope.namespace).map(({ newest }) => newest));
  }

  /** The store has a newer version: forgets what it has reached. */
  sweep(): void {
    for (let head = this.#queue[this.#first]; head && this.isReached(head); head = this.#queue[this.#first]) {
      this.#leave(head);
      this.#first++;
    }
    if (this.#first * 2 < this.#queue.length) return;
    this.#queue = this.#queue.slice(this.#first);
    this.#first = 0;
  }

  clear(): void {
    this.#byKey.clear();
    this.#places.clear();
    this.#queue = [];
    this.#first = 0;
  }

  #enter(booking: Booking): void {
    const namespace = namespaceOf(booking.key);
    const place = this.#places.get(namespace) ?? { byWriter: new Map(), newest: booking, open: 0 };
    this.#places.set(namespace, place);
    place.open++;
    const own = place.byWriter.get(booking.writer);
    if (!own || isNewer(booking, own)) place.byWriter.set(booking.writer, booking);
    if (isNewer(booking, place.newest)) place.newest = booking;
  }

  #leave(booking: Booking): void {
    const rest = (this.#byKey.get(booking.key) ?? []).filter((other) => other !== booking);
    if (rest.length === 0) this.#byKey.delete(booking.key);
    else this.#byKey.set(booking.key, rest);
    const namespace = namespaceOf(booking.key);
    const place = this.#places.get(namespace);
    if (!place) return;
    if (place.byWriter.get(booking.writer) === booking) place.byWriter.delete(booking.writer);
    if (--place.open === 0) this.#places.delete(namespace);
  }

  #placesIn(namespace: string | undefined): readonly Place[] {
    if (namespace === undefined) return [...this.#places.values()];
    const place = this.#places.get(namespace);
    return place ? [place] : [];
  }

  /** The newest of these, unless the store has reached it. */
  #open(bookings: readonly (Booking | undefined)[]): Booking | undefined {
    let newest: Booking | undefined;
    for (const booking of bookings) if (booking && (!newest || isNewer(booking, newest))) newest = booking;
    return newest && !this.isReached(newest) ? newest : undefined;
  }
}

function isNewer(left: Booking, right: Booking): boolean {
  return compareResourceVersions(left.version, right.version) > 0;
}
