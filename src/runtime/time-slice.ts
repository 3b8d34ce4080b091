/**
 * Turns of the event loop. Work that only awaits what is there already never leaves the microtasks, and so keeps probes,
 * watches, timers and signals from running; whoever does such work gives way after a slice of it.
 */
import { setImmediate } from 'node:timers';

// Not from 'node:process': importing that module makes every property of it, standard input and output among them.
const { nextTick } = process;

const SLICE_MS = 10;

/**
 * One slice of work between two turns of the event loop, shared by all who work. It begins with the first question, so
 * that nothing is scheduled while no work runs.
 */
export class TimeSlice {
  readonly #lengthMs: number;
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #startedAt: number | undefined;
  #isHandingOut = false;
  #isStalled = false;

  constructor(options: { lengthMs?: number; now?: () => number } = {}) {
    this.#lengthMs = options.lengthMs ?? SLICE_MS;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether work has gone on for so long that others must get their turn: `if (slice.isOver()) await slice.next()`. */
  isOver(): boolean {
    if (this.#startedAt !== undefined) return this.#now() - this.#startedAt >= this.#lengthMs;
    this.#startedAt = this.#now();
    setImmediate(this.#onTurn);
    return false;
  }

  /**
   * Resolves in a slice that is not over. Those who wait go on one after the other, each when the one before has come to
   * a real wait or to its end: many who begin at once would all find that the slice has just begun.
   */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#isHandingOut) return;
      this.#isHandingOut = true;
      this.#whenIdle();
    });
  }

  /** A tick that is asked for by a microtask comes when there are no microtasks left. */
  #whenIdle(): void {
    queueMicrotask(() => nextTick(this.#handOut));
  }

  readonly #handOut = (): void => {
    this.#isStalled = this.isOver();
    if (this.#isStalled) return;
    const goOn = this.#waiting.shift();
    this.#isHandingOut = goOn !== undefined;
    goOn?.();
    if (goOn) this.#whenIdle();
  };

  readonly #onTurn = (): void => {
    this.#startedAt = undefined;
    if (this.#isStalled) this.#handOut();
  };
}

/** The slice of this process, which has one event loop. */
export const timeSlice = new TimeSlice();
