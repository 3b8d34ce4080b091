/** Keeps work that needs leadership from writing without it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transport } from '../client/transport.js';
import { fencedTransport } from '../leader/fenced-transport.js';

/** The part of an elector that is asked. */
export interface Leadership {
  isLeader(): boolean;
  throwIfNotLeader(): void;
}

/** Marks work as the leader's; only marked work is fenced, so webhooks and servers of every replica can write. */
export class LeaderFence {
  readonly #work = new AsyncLocalStorage<true>();
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
