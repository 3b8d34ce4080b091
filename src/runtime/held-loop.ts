/** Who keeps the event loop from turning: code that computes cannot be interrupted, but it can be named. */
import { setImmediate } from 'node:timers';
import type { Work } from './current-work.js';

/** From here on others notice: probes have timeouts of a second, and leases are renewed every two. */
const HELD_MS = 200;

/** Told of work that held the event loop for `heldMs`. */
export type HeldListener = (work: Work, heldMs: number) => void;

/** Measures the pieces of work between two turns. One for a process, which has one event loop. */
export class HeldLoop {
  readonly #now: () => number;
  readonly #listeners = new Set<HeldListener>();
  #work: Work | undefined;
  #since = 0;
  #isTurnAwaited = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The returned function ends it. */
  listen(listener: HeldListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** From now on `work` has the thread, until somebody else is noted or the event loop turns. */
  note(work: Work | undefined): void {
    if (this.#listeners.size === 0) return;
    const now = this.#now();
    if (this.#work && now - this.#since > HELD_MS) this.#tell(this.#work, now - this.#since);
    this.#work = work;
    this.#since = now;
    if (!work || this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(this.#onTurn);
  }

  readonly #onTurn = (): void => {
    this.#isTurnAwaited = false;
    this.note(undefined);
  };

  #tell(work: Work, heldMs: number): void {
    for (const listener of this.#listeners) listener(work, heldMs);
  }
}

/** The one of this process. */
export const heldLoop = new HeldLoop();
