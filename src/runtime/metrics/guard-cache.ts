/** Remembers answers for a while, and never more than a fixed number of them. */
import type { Clock } from '../clock.js';

/** A cache in which each entry has its own time to live; the least recently used one makes room. */
export class GuardCache<V> {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #entries = new Map<string, { value: V; untilMs: number }>();
  /** Questions being asked, so that many requests at once ask only once. */
  readonly #pending = new Map<string, Promise<V>>();

  constructor(clock: Clock, capacity: number) {
    this.#clock = clock;
    this.#capacity = capacity;
  }

  /** How many answers are remembered. */
  get size(): number {
    return this.#entries.size;
  }

  /** The remembered answer, or that of `ask`, which is remembered for `ttlMs(answer)`. Failures are not. */
  async get(key: string, ask: () => Promise<V>, ttlMs: (value: V) => number): Promise<V> {
    const known = this.#entries.get(key);
    if (known) this.#entries.delete(key);
    if (known && this.#clock.now() < known.untilMs) {
      this.#entries.set(key, known);
      return known.value;
    }
    const pending = this.#pending.get(key) ?? this.#ask(key, ask, ttlMs);
    return pending;
  }

  #ask(key: string, ask: () => Promise<V>, ttlMs: (value: V) => number): Promise<V> {
    const asked = ask()
      .then((value) => {
        this.#entries.set(key, { value, untilMs: this.#clock.now() + ttlMs(value) });
        const [oldest] = this.#entries.keys();
        if (this.#entries.size > this.#capacity && oldest !== undefined) this.#entries.delete(oldest);
        return value;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, asked);
    return asked;
  }
}
