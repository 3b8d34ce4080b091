/** Keeps one object that fails in a loop from flooding the API server with events. */
import type { Clock } from '../clock.js';

const burst = 25;
const refillMs = 300_000;
const maxObjects = 4096;

/** 25 events per object, then one more every five minutes. */
export class SpamFilter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many objects are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Whether one more event about `object` may go out; if so, it is counted. */
  admits(object: string): boolean {
    const nowMs = this.#clock.now();
    const { tokens: left, atMs } = this.#buckets.get(object) ?? { tokens: burst, atMs: nowMs };
    const tokens = Math.min(burst, left + (nowMs - atMs) / refillMs);
    const isAdmitted = tokens >= 1;
    this.#buckets.delete(object);
    this.#buckets.set(object, { tokens: isAdmitted ? tokens - 1 : tokens, atMs: nowMs });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > maxObjects && oldest !== undefined) this.#buckets.delete(oldest);
    return isAdmitted;
  }
}
