import type { Clock, Timer } from '../../src/runtime/clock.js';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ at: number; callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): Timer {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Moves time on, firing timers in order. */
  advance(ms: number): void {
    const target = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= target).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
    }
    this.#now = target;
  }

  /** Moves time on and lets promises settle between timers. */
  async advanceAsync(ms: number): Promise<void> {
    const target = this.#now + ms;
    for (;;) {
      await settle();
      const due = [...this.#timers].filter((timer) => timer.at <= target).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
    }
    this.#now = target;
    await settle();
  }
}

/** Lets everything that is already resolvable run; on a slow machine work may give way to the event loop in between. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
}
