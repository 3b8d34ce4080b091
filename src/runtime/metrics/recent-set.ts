/** Remembers what was seen, for a while, and never more than a fixed number of things. */
import type { Clock } from '../clock.js';

/** A set whose members leave after `ttlMs`; the one that was added first makes room. */
export class RecentSet {
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #capacity: number;
  readonly #untilMs = new Map<string, number>();

  constructor(clock: Clock, { ttlMs, capacity }: { ttlMs: number; capacity: number }) {
    this.#clock = clock;
    this.#ttlMs = ttlMs;
    this.#capacity = capacity;
  }

  add(member: string): void {
    this.#untilMs.delete(member);
    this.#untilMs.set(member, this.#clock.now() + this.#ttlMs);
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size > this.#capacity && oldest !== undefined) this.#untilMs.delete(oldest);
  }

  has(member: string): boolean {
    return (this.#untilMs.get(member) ?? 0) > this.#clock.now();
  }
}
