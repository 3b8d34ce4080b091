/** What controllers need, on resources in memory and a clock that stands still. */
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { CachedClient } from '../../../src/runtime/cache/cached-client.js';
import { InformerCache } from '../../../src/runtime/cache/informers/informer-cache.js';
import type { ControllerHost } from '../../../src/runtime/controller/host.js';
import type { Reason } from '../../../src/runtime/controller/reconcile.js';
import type { Logger } from '../../../src/runtime/log/logger.js';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';
import type { Runnable } from '../../../src/runtime/runnable.js';
import type { CacheOptions } from '../../../src/runtime/cache/cache.js';
import type { FakeResource } from '../cache/fake-resource.js';
import { FakeTransport } from '../cache/fake-transport.js';
import { Thing } from '../cache/thing.js';
import { ManualClock, settle } from '../manual-clock.js';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A logger that keeps its lines. */
export function recordingLogger(lines: LogLine[], inherited: object = {}): Logger {
  const write =
    (level: string) =>
    (message: string, fields: object = {}): void =>
      void lines.push({ level, message, fields: { ...inherited, ...fields } });
  return {
    error: write('error'),
    info: write('info'),
    debug: write('debug'),
    with: (fields) => recordingLogger(lines, { ...inherited, ...fields }),
    named: () => recordingLogger(lines, inherited),
  };
}

export class FakeHost implements ControllerHost {
  readonly transport: FakeTransport;
  readonly things: FakeResource;
  readonly clock = new ManualClock();
  readonly lines: LogLine[] = [];
  readonly log = recordingLogger(this.lines);
  readonly metrics = createMetricsRegistry({ process: false });
  readonly cache: InformerCache;
  readonly client: CachedClient;
  readonly added: Runnable[] = [];
  controllerDefaults: ControllerHost['controllerDefaults'] = {};
  isLeading = true;
  readonly #stop = new AbortController();
  readonly #cutoff = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(given: { transport?: FakeTransport; cache?: CacheOptions } = {}) {
    const { transport = new FakeTransport(), cache: options } = given;
    const { clock, log } = this;
    this.transport = transport;
    this.things = transport.of('things');
    this.cache = new InformerCache({ transport, clock, random: () => 0, log, options });
    this.client = new CachedClient(createClient({ transport, kinds: [Thing] }), this.cache);
  }

  add(runnable: Runnable): void {
    this.added.push(runnable);
  }

  isLeader(): boolean {
    return this.isLeading;
  }

  /** Runs everything that was added. */
  async start(): Promise<void> {
    this.cache.start();
    const context = { signal: this.#stop.signal, cutoff: this.#cutoff.signal, log: this.log };
    this.#running = Promise.all(this.added.map((runnable) => runnable.run(context)));
    this.#running.catch(() => undefined);
    await settle();
  }

  get ended(): Promise<unknown> {
    return this.#running;
  }

  /** Begins the stop; `cut` ends the grace period as well. */
  stop(options: { cut?: boolean } = {}): void {
    this.#stop.abort(new Error('stopping'));
    if (options.cut) this.#cutoff.abort(new Error('cut off'));
  }

  async close(): Promise<void> {
    this.stop({ cut: true });
    await this.#running.catch(() => undefined);
    await this.cache[Symbol.asyncDispose]();
  }

  errors(): string[] {
    return this.lines
      .filter(({ level }) => level === 'error')
      .map(({ message, fields }) => `${message}: ${String(fields['error'] ?? '')}`);
  }
}

/** `update Thing ns/a`, as in a trail. */
export function trail(reasons: readonly Reason[]): string[] {
  return reasons.map(({ event, kind, object }) => [event, kind, object].filter(Boolean).join(' '));
}
