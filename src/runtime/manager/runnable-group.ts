/** Runnables that start and stop together. */
import { linkAbort, longLivedAbort, orAborted } from '../linked-abort.js';
import type { Logger } from '../log/logger.js';
import type { Runnable } from '../runnable.js';

/** Settings of a group. */
export interface RunnableGroupOptions {
  /** For messages. */
  readonly name: string;
  readonly log: Logger;
  /** Aborted when the grace period of a stop is over. */
  readonly cutoff: AbortSignal;
  /** A member failed. */
  readonly onError: (error: unknown) => void;
}

/** Members added before the start wait for it, later ones start at once, and after the stop none may come. */
export class RunnableGroup {
  readonly name: string;
  readonly #options: RunnableGroupOptions;
  readonly #stop = longLivedAbort();
  readonly #waiting: Runnable[] = [];
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;

  constructor(options: RunnableGroupOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get members(): number {
    return this.#waiting.length + this.#running.size;
  }

  add(runnable: Runnable): void {
    if (this.#stop.signal.aborted) throw new Error('the manager is stopping: nothing can be added to it any more');
    if (this.#isStarted) this.#launch(runnable);
    else this.#waiting.push(runnable);
  }

  /** Starts all members and waits until they are ready, or until `signal` aborts. */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#isStarted = true;
    const members = this.#waiting.splice(0);
    members.forEach((member) => this.#launch(member));
    const link = linkAbort([signal, this.#stop.signal]);
    try {
      await orAborted(Promise.all(members.map((member) => member.ready?.())), link.signal);
    } finally {
      link[Symbol.dispose]();
    }
  }

  /** Tells all members to stop and waits until they have, or until the grace period is over. */
  async stop(reason: unknown): Promise<void> {
    this.#stop.abort(reason);
    this.#waiting.length = 0;
    const { cutoff } = this.#options;
    await orAborted(Promise.all(this.#running), cutoff).catch((error: unknown) => {
      if (!cutoff.aborted) throw error;
    });
  }

  /** Whether members are still running, after `stop`, because the grace period was too short. */
  get isLeftRunning(): boolean {
    return this.#running.size > 0;
  }

  #launch(runnable: Runnable): void {
    const { log, cutoff, onError } = this.#options;
    const run = async (): Promise<void> => {
      try {
        await runnable.run({ signal: this.#stop.signal, cutoff, log });
      } catch (error) {
        onError(error);
      }
    };
    const running: Promise<void> = run().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
