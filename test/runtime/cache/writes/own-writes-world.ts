/** A cache, a server in memory and actors that read and write, with every answer and every watch event under control. */
import { CachedClient } from '../../../../src/runtime/cache/cached-client.js';
import { InformerCache } from '../../../../src/runtime/cache/informers/informer-cache.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import type { WatchEvent } from '../../../../src/runtime/client/watch/watch-stream.js';
import { orAborted } from '../../../../src/runtime/linked-abort.js';
import type { Work } from '../../../../src/runtime/current-work.js';
import { ManualClock } from '../../manual-clock.js';
import type { FakeResource } from '../fake-resource.js';
import { FakeTransport } from '../fake-transport.js';
import { Thing } from '../thing.js';
import { ServerHistory } from './server-history.js';

/** Somebody who reads and writes; `undefined` for code outside of any work. */
export interface Actor {
  readonly name: string;
  readonly work: Work | undefined;
}

export const ACTORS: readonly Actor[] = [
  { name: 'one', work: { writer: 'things ns/one', waitsForOthers: true } },
  { name: 'two', work: { writer: 'things ns/two', waitsForOthers: true } },
  { name: 'hook', work: { writer: Symbol('call') } },
  { name: 'outside', work: undefined },
];

export class World {
  readonly clock = new ManualClock();
  readonly transport = new FakeTransport();
  readonly things: FakeResource;
  readonly cache: InformerCache;
  readonly client: CachedClient;
  readonly history: ServerHistory;
  /** Writes that are stored and not answered. */
  readonly held: { answer(): void; lose(): void }[] = [];
  readonly #gate = new Gate();

  constructor() {
    const { clock, transport } = this;
    this.things = transport.of('things');
    this.history = new ServerHistory(this.things);
    this.cache = new InformerCache({ transport, clock, random: () => 0 });
    this.client = new CachedClient(createClient({ transport, kinds: [Thing] }), this.cache);
    transport.beforeAnswer = () =>
      new Promise((resolve, reject) => {
        const storedAt = this.things.version;
        const lose = (): void => reject(new LostError(storedAt));
        this.held.push({ answer: resolve, lose });
      });
    const watch = this.things.watch.bind(this.things);
    this.things.watch = async (query, signal) => this.#gate.guard(await watch(query, signal), signal);
    this.cache.start();
  }

  /** Lets one watch event through, if one is held back. */
  deliver(): void {
    this.#gate.pass();
  }

  deliverAll(): void {
    this.#gate.open();
  }

  /** From now on new watch events are delivered; those that are held back stay so, as on a dead connection. */
  deliverNew(): void {
    this.#gate.openForNew();
  }

  /** From now on watch events are held back. */
  holdEvents(): void {
    this.#gate.close();
  }

  /** Ends the watch; with `forget` the server cannot resume it, so that everything is listed again. */
  cut(forget: boolean): void {
    if (forget) this.things.compact();
    this.things.cut();
  }

  async close(): Promise<void> {
    this.deliverAll();
    await this.cache[Symbol.asyncDispose]();
  }
}

/** A write that was stored with this version, but not answered. */
export class LostError extends ConnectionError {
  readonly storedAt: number;
  constructor(storedAt: number) {
    super('ECONNRESET', 'https://fake', 'lost');
    this.storedAt = storedAt;
  }
}

/** Holds watch events back, one by one; an initial state comes as a whole. */
class Gate {
  #isOpen = false;
  readonly #waiting: (() => void)[] = [];

  open(): void {
    this.#isOpen = true;
    this.#waiting.splice(0).forEach((pass) => pass());
  }

  openForNew(): void {
    this.#isOpen = true;
  }

  close(): void {
    this.#isOpen = false;
  }

  pass(): void {
    this.#waiting.shift()?.();
  }

  async *guard(
    batches: AsyncIterable<readonly WatchEvent[]>,
    signal: AbortSignal,
  ): AsyncGenerator<readonly WatchEvent[]> {
    for await (const batch of batches) {
      const isInitial = batch.some((event) => event.type === 'BOOKMARK');
      for (const part of isInitial ? [batch] : batch.map((event) => [event])) {
        if (!this.#isOpen) await orAborted(new Promise<void>((resolve) => this.#waiting.push(resolve)), signal);
        yield part;
      }
    }
  }
}
