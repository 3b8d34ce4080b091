/** Decides when a watch that does not show an own write is opened again. */
import { type Clock, systemClock, type Timer } from '../../clock.js';

/** A watch usually shows a write within milliseconds. */
const SILENT_MS = 2000;
/**
 * A watch that is merely slow must get the time to deliver: pauses double, and never exceed the deadline of a silent watch.
 * The first one is half as long as a read waits, so that each read meets a watch that was opened for it.
 */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5000, 75_000];

/** What a silent watch is judged by. */
export interface SilentWatchParts {
  /** The version that the watch has brought. */
  readonly version: () => string | undefined;
  /** Whether the server has something that the watch must bring. A write that is not answered yet is nothing of that sort. */
  readonly isOwed: () => boolean;
  readonly reopen: () => unknown;
}

/** What is known of the watch of one reflector. */
export class SilentWatch {
  readonly #parts: SilentWatchParts;
  #pauseMs = FIRST_PAUSE_MS;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(parts: SilentWatchParts) {
    this.#parts = parts;
  }

  /**
   * A read waits for an own write from now on. Cancel it when the read has ended: until then the watch is looked at repeatedly,
   * because it may become silent after an event, and a write may be answered late.
   */
  suspect(clock: Clock = systemClock): Timer {
    let version = this.#parts.version();
    const look = (): void => {
      const current = this.#parts.version();
      const isSilent = current === version && this.#parts.isOwed();
      version = current;
      const waitMs = isSilent ? this.#notBefore - clock.now() : SILENT_MS;
      if (waitMs <= 0) this.#reopen(clock.now());
      timer = clock.after(waitMs > 0 ? waitMs : SILENT_MS, look);
    };
    let timer = clock.after(SILENT_MS, look);
    return { cancel: () => timer.cancel() };
  }

  /** The watch has delivered something. */
  heard(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  #reopen(now: number): void {
    this.#notBefore = now + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#parts.reopen();
  }
}
