/** Measures how long a developer waits: from the save of a file until the new code has reconciled something. */
import type { DevEvent } from '../dev/dev-event.js';

/** Tells the time once for each save. */
export class SaveStopwatch {
  readonly #onEvent: (event: DevEvent) => void;
  readonly #now: () => number;
  #savedAt: number | undefined;
  #isReloaded = false;

  constructor(onEvent: (event: DevEvent) => void, now: () => number = () => Date.now()) {
    this.#onEvent = onEvent;
    this.#now = now;
  }

  /** A file was saved; the code that runs is still the old one. */
  saved(at: number): void {
    this.#savedAt = at;
    this.#isReloaded = false;
  }

  /** The new code has been started. */
  reloaded(): void {
    this.#isReloaded = true;
  }

  /** Something was reconciled. */
  reconciled(): void {
    if (this.#savedAt === undefined || !this.#isReloaded) return;
    const seconds = ((this.#now() - this.#savedAt) / 1000).toFixed(1);
    this.#savedAt = undefined;
    this.#onEvent({ type: 'status', message: `from save to reconciled: ${seconds} s` });
  }
}
