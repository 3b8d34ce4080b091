/** Runnables that start and stop together. */
import { runWork } from '../current-work.js';
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

/** One runnable of a group. */
export interface Member {
  /** Ends it alone; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Members added before the start wait for it, later ones start at once, and after the stop none may come. */
export class RunnableGroup {
  readonly name: string;
  readonly #options: RunnableGroupOptions;
  readonly #stop = longLivedAbort();
  readonly #waiting: { readonly runnable: Runnable; launch(): void }[] = [];
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;
  #isCutOff = false;

  constructor(options: RunnableGroupOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get members(): number {
    return this.#waiting.length + this.#running.size;
  }

  add(runnable: Runnable): Member {
    if (this.#stop.signal.aborted) throw new Error('the manager is stopping: nothing can be added to it any more');
    const stop = longLivedAbort();
    const waiting = { runnable, stop };
    let running: Promise<void> | undefined;
    const member = { ...waiting, launch: () => (running ??= this.#launch(runnable, stop.signal)) };
    if (this.#isStarted) void member.launch();
    else this.#waiting.push(member);
    return {
      stop: async () => {
        stop.abort(new Error('it was removed from the manager'));
        const position = this.#waiting.indexOf(member);
        if (position >= 0) this.#waiting.splice(position, 1);
        await running;
      },
    };
  }

  /** Starts all members and waits until they are ready, or until `signal` aborts. */
  async start(signal: AbortSignal): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#isStarted = true;
    const members = this.#waiting.splice(0);
    members.forEach((member) => member.launch());
    const link = linkAbort([signal, this.#stop.signal]);
    try {
      await orAborted(Promise.all(members.map(async ({ runnable }) => runnable.ready?.())), link.signal);
    } finally {
      link[Symbol.dispose]();
    }
  }

  /** Tells all members to stop and waits until they have, or until the grace period is over. */
  async stop(reason: unknown): Promise<void> {
    this.#stop.abort(reason);
    this.#waiting.length = 0;
    const { cutoff } = this.#options;
    const hadTime = !cutoff.aborted;
    await orAborted(Promise.all(this.#running), cutoff).catch((error: unknown) => {
      if (!cutoff.aborted) throw error;
      this.#isCutOff = hadTime;
    });
  }

  /** Whether the grace period ended while `stop` waited for members. Those who were not given any time are not to blame. */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  #launch(runnable: Runnable, removed: AbortSignal): Promise<void> {
    const { log, cutoff, onError } = this.#options;
    const run = async (): Promise<void> => {
      using link = linkAbort([this.#stop.signal, removed]);
      try {
        // Its reads wait for its own writes, not for those of other runnables.
        const work = { writer: Symbol('runnable') };
        await runWork(work, () => runnable.run({ signal: link.signal, cutoff, log }));
      } catch (error) {
        onError(error);
      }
    };
    const running: Promise<void> = run().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }
}
