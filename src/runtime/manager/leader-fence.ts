/** Keeps work that needs leadership from writing without it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transport } from '../client/connection/transport.js';
import { fencedTransport } from '../leader/fenced-transport.js';
import type { Runnable } from '../runnable.js';

/** The part of an elector that is asked. */
export interface Leadership {
  isLeader(): boolean;
  throwIfNotLeader(): void;
}

/** Marks work as the leader's; only marked work is fenced, so webhooks and servers of every replica can write. */
export class LeaderFence {
  readonly #work = new AsyncLocalStorage<boolean>();
  readonly #leadership: Leadership | undefined;

  constructor(leadership: Leadership | undefined) {
    this.#leadership = leadership;
  }

  /** True without leader election. */
  isLeader(): boolean {
    return this.#leadership?.isLeader() ?? true;
  }

  asLeader<T>(work: () => T): T {
    return this.#leadership ? this.#work.run(true, work) : work();
  }

  /** For work that a leader starts, but that may be finished by anyone, such as telling what has happened. */
  asAnyone<T>(work: () => T): T {
    return this.#leadership ? this.#work.run(false, work) : work();
  }

  /** A runnable, all of whose work is marked. */
  leaderOnly(runnable: Runnable): Runnable {
    if (!this.#leadership) return runnable;
    return {
      group: runnable.group,
      run: (context) => this.asLeader(() => runnable.run(context)),
      ready: runnable.ready?.bind(runnable),
      warmup: runnable.warmup?.bind(runnable),
    };
  }

  /** Refuses writes of marked work while another replica may lead. */
  guard(transport: Transport): Transport {
    const leadership = this.#leadership;
    if (!leadership) return transport;
    return fencedTransport(transport, {
      throwIfNotLeader: () => {
        if (this.#work.getStore()) leadership.throwIfNotLeader();
      },
    });
  }
}
