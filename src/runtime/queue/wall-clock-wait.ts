/** Keys that wait until a time of the wall clock, which may jump: it is looked at once an hour at least. */
import type { Taken } from './queue-contract.js';
import type { WorkQueue } from './work-queue.js';

const LOOK_EVERY_MS = 3_600_000;
/** Timers end a little early now and then. */
const EARLY_MS = 5;

interface Due {
  readonly event: string;
  readonly dueAtMs?: number;
}

/** Keeps keys in a queue until their time has come. */
export class WallClockWait<Reason extends Due> {
  readonly #queue: WorkQueue<Reason>;
  readonly #now: () => number;
  readonly #reasonOf: (dueAtMs?: number) => Reason;

  constructor(queue: WorkQueue<Reason>, now: () => number, reasonOf: (dueAtMs?: number) => Reason) {
    this.#queue = queue;
    this.#now = now;
    this.#reasonOf = reasonOf;
  }

  /** A time that has passed is due with backoff: one that never moves would be a loop without an end. */
  add(key: string, dueAtMs: number, priority: number): void {
    if (dueAtMs - this.#now() > EARLY_MS) {
      this.#queue.forget(key);
      this.#wait(key, dueAtMs, priority);
    } else this.#queue.add(key, { rateLimited: true, priority, reason: this.#reasonOf() });
  }

  /** True for a key that was taken only to look at the clock; it was given back and waits on. */
  isEarly({ key, priority, reasons }: Taken<Reason>): boolean {
    const dueAtMs = Math.min(...reasons.map((reason) => reason.dueAtMs ?? 0));
    if (reasons.length === 0 || dueAtMs - this.#now() <= EARLY_MS) return false;
    this.#wait(key, dueAtMs, priority);
    this.#queue.done(key);
    return true;
  }

  #wait(key: string, dueAtMs: number, priority: number): void {
    const afterMs = Math.min(dueAtMs - this.#now(), LOOK_EVERY_MS);
    this.#queue.add(key, { afterMs, priority, reason: this.#reasonOf(dueAtMs) });
  }
}
