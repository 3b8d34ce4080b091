/** Writes that have been sent and not been answered. */
import type { Writer } from '../../current-work.js';
import { isInScope, type ReadScope } from './read-scope.js';

/** One write. An object whose name the server chooses has key `""`. */
export interface Flight {
  readonly key: string;
  readonly writer: Writer | undefined;
  readonly ended: Promise<void>;
  /** Uids that left the store under this key since the write began. */
  readonly removed: Set<string>;
}

/** Writes in flight of one reflector. */
export class Flights {
  readonly #byKey = new Map<string, Set<Flight>>();

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** The returned function ends the flight; `book` runs before those who wait for it go on. */
  begin(key: string, writer: Writer | undefined): (book: (flight: Flight) => void) => void {
    let settle: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (settle = resolve));
    const flight: Flight = { key, writer, ended, removed: new Set() };
    const flights = this.#byKey.get(key) ?? new Set<Flight>();
    this.#byKey.set(key, flights.add(flight));
    return (book) => {
      flights.delete(flight);
      if (flights.size === 0) this.#byKey.delete(key);
      book(flight);
      settle();
    };
  }

  /** False only when no read of `scope` has to wait. */
  has(scope: ReadScope): boolean {
    return 'key' in scope ? this.#byKey.has(scope.key) : !this.isEmpty;
  }

  /** Those of `writer` that a read of `scope` waits for. */
  of(writer: Writer, scope: ReadScope): Flight[] {
    const found: Flight[] = [];
    for (const [key, flights] of this.#byKey) {
      // A name that the server has yet to choose could be any.
      if (key === '' ? 'key' in scope : !isInScope(key, scope)) continue;
      for (const flight of flights) if (flight.writer === writer) found.push(flight);
    }
    return found;
  }

  /** An object has left the store. */
  removed(key: string, uid: string): void {
    for (const flight of this.#byKey.get(key) ?? []) flight.removed.add(uid);
  }
}
