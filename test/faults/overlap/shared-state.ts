/** State that several faults can hold at the same time, such as a stopped process or an expired token. */
import type { SharingCounter } from './overlaps.js';

/** Ends one hold. Further calls do nothing. */
export type Release = () => Promise<void>;

/** Entered by the first hold and left after the last one, never while a hold remains. */
export class SharedState {
  readonly #name: string;
  readonly #leave: () => Promise<void> | void;
  readonly #counter: SharingCounter | undefined;
  #holds = 0;
  #isEntered = false;
  #last: Promise<void> = Promise.resolve();

  constructor(name: string, leave: () => Promise<void> | void, counter?: SharingCounter) {
    this.#name = name;
    this.#leave = leave;
    this.#counter = counter;
  }

  /** Resolves when the state is entered; `enter` is called only if no other hold has entered it. */
  async hold(enter: () => Promise<void> | void): Promise<Release> {
    if (this.#holds > 0) this.#counter?.shared(this.#name);
    this.#holds++;
    let isHeld = true;
    const release = async (): Promise<void> => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds--;
      await this.#next(() => this.#leaveAfterLast());
    };
    try {
      await this.#next(() => this.#enterOnce(enter));
    } catch (error) {
      await release();
      throw error;
    }
    return release;
  }

  async #enterOnce(enter: () => Promise<void> | void): Promise<void> {
    if (this.#isEntered) return;
    await enter();
    this.#isEntered = true;
  }

  async #leaveAfterLast(): Promise<void> {
    if (this.#holds > 0 || !this.#isEntered) return;
    this.#isEntered = false;
    await this.#leave();
  }

  /** Entering and leaving can take a while, so they run one after the other. */
  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
