/** Keys that are ready, in the order in which workers get them. */
import { Heap, type HeapItem } from './heap.js';

/** A key that is ready. Its positions in the heaps are kept in it: a queue adds and takes many keys in a second. */
export interface ReadyKey extends HeapItem {
  readonly priority: number;
  /** When it got its priority, as a position among all keys. */
  readonly sequence: number;
  /** When it became ready, as a position among all keys. */
  readonly arrival: number;
  /** Its place in the order of arrivals, while it is here. */
  aged?: Aged | undefined;
}

interface Aged extends HeapItem {
  readonly key: ReadyKey;
}

/**
 * Strict priority: the highest first, and within one priority the first that came. So that low priorities are late but never
 * starve, the key that waits longest is handed out after it was overtaken `oldestEvery` times.
 * High priorities lose that share of the workers, however long the backlog is.
 */
export class ReadyKeys<T extends ReadyKey> {
  readonly #oldestEvery: number;
  readonly #byPriority = new Heap<T>(
    (a, b) => a.priority > b.priority || (a.priority === b.priority && a.sequence < b.sequence),
  );
  readonly #byAge = new Heap<Aged>(({ key: a }, { key: b }) => a.arrival < b.arrival);
  #overtaken = 0;

  /** 0 hands out by priority alone. */
  constructor(oldestEvery: number) {
    this.#oldestEvery = oldestEvery;
  }

  add(key: T): void {
    this.#byPriority.push(key);
    if (this.#oldestEvery === 0) return;
    key.aged = { key, heapIndex: -1 };
    this.#byAge.push(key.aged);
  }

  /** Removes a key that is here. */
  remove(key: T): void {
    this.#byPriority.remove(key);
    if (key.aged) this.#byAge.remove(key.aged);
    key.aged = undefined;
  }

  /** Removes and returns the next key. */
  take(): T | undefined {
    const next = this.#next();
    if (next) this.remove(next);
    return next;
  }

  clear(): void {
    this.#byPriority.clear();
    this.#byAge.clear();
  }

  #next(): T | undefined {
    const highest = this.#byPriority.peek();
    // Only keys of this type are added.
    const oldest = this.#byAge.peek()?.key as T | undefined;
    if (!highest || !oldest || oldest.priority === highest.priority) return highest;
    this.#overtaken++;
    if (this.#overtaken <= this.#oldestEvery) return highest;
    this.#overtaken = 0;
    return oldest;
  }
}
