/** Keys that are ready, in the order in which workers get them. */
import { Heap, type HeapItem } from './heap.js';

/** A key that is ready. */
export interface ReadyKey {
  readonly priority: number;
  /** When it got its priority, as a position among all keys. */
  readonly sequence: number;
  /** When it became ready, as a position among all keys. */
  readonly arrival: number;
}

interface Item<T extends ReadyKey> extends HeapItem {
  readonly key: T;
}

/**
 * Strict priority: the highest first, and within one priority the first that came. So that low priorities are late but never
 * starve, the key that waits longest is handed out after it was overtaken `oldestEvery` times.
 * High priorities lose that share of the workers, however long the backlog is.
 */
export class ReadyKeys<T extends ReadyKey> {
  readonly #oldestEvery: number;
  readonly #byPriority = new Heap<Item<T>>(
    ({ key: a }, { key: b }) => a.priority > b.priority || (a.priority === b.priority && a.sequence < b.sequence),
  );
  readonly #byAge = new Heap<Item<T>>(({ key: a }, { key: b }) => a.arrival < b.arrival);
  readonly #items = new Map<T, readonly [Item<T>, Item<T>]>();
  #overtaken = 0;

  /** 0 hands out by priority alone. */
  constructor(oldestEvery: number) {
    this.#oldestEvery = oldestEvery;
  }

  has(key: T): boolean {
    return this.#items.has(key);
  }

  add(key: T): void {
    const items = [
      { key, heapIndex: -1 },
      { key, heapIndex: -1 },
    ] as const;
    this.#items.set(key, items);
    this.#byPriority.push(items[0]);
    if (this.#oldestEvery > 0) this.#byAge.push(items[1]);
  }

  remove(key: T): void {
    const items = this.#items.get(key);
    if (!items) return;
    this.#items.delete(key);
    this.#byPriority.remove(items[0]);
    if (this.#oldestEvery > 0) this.#byAge.remove(items[1]);
  }

  /** Removes and returns the next key. */
  take(): T | undefined {
    const next = this.#next();
    if (next) this.remove(next);
    return next;
  }

  clear(): void {
    this.#items.clear();
    this.#byPriority.clear();
    this.#byAge.clear();
  }

  #next(): T | undefined {
    const highest = this.#byPriority.peek()?.key;
    const oldest = this.#byAge.peek()?.key;
    if (!highest || !oldest || oldest.priority === highest.priority) return highest;
    this.#overtaken++;
    if (this.#overtaken <= this.#oldestEvery) return highest;
    this.#overtaken = 0;
    return oldest;
  }
}
