/** Decides when a watch that does not show an own write is opened again. */
import { type Clock, systemClock, type Timer } from '../../clock.js';

/** A watch usually shows a write within milliseconds. */
const SILENT_MS = 2000;
/** A watch that is merely slow must get the time to deliver: pauses double, and never exceed the deadline of a silent watch. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [10_000, 75_000];

/** What is known of the watch of one reflector. */
export class SilentWatch {
  readonly #version: () => string | undefined;
  readonly #reopen: () => unknown;
  #pauseMs = FIRST_PAUSE_MS;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(version: () => string | undefined, reopen: () => unknown) {
    this.#version = version;
    this.#reopen = reopen;
  }

  /** A read waits for an own write from now on. Cancel it when the read has ended. */
  suspect(clock: Clock = systemClock): Timer {
    const version = this.#version();
    return clock.after(SILENT_MS, () => {
      const now = clock.now();
      if (this.#version() !== version || now < this.#notBefore) return;
      this.#notBefore = now + this.#pauseMs;
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
      this.#reopen();
    });
  }

  /** The watch has delivered something. */
  heard(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
  }
}
