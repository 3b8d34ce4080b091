/** `client.watch`: the state, then every change, for as long as the caller listens. */
import type { Kind } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import { findApiError, is } from '../requests/api-error.js';
import type { WatchOptions, WatchPhase } from '../client.js';
import { delay } from '../connection/delay.js';
import { LiveReader } from '../live-reader.js';
import { createRestMapper } from '../requests/rest-mapper.js';
import type { Transport } from '../connection/transport.js';
import { isInitialEventsEnd, openWatch, type WatchStreamOptions } from './watch-stream.js';

/** Never ends by itself; ends with the signal's reason, or when the caller stops iterating. */
export async function* watchPhases<T extends KubeObject>(
  transport: Transport,
  kind: Kind<T>,
  options: WatchOptions,
): AsyncGenerator<WatchPhase<T>> {
  const watch = new ResumableWatch(transport, kind, options);
  for (;;) {
    const started = performance.now();
    let phases = 0;
    try {
      for await (const phase of watch.round()) {
        if (phase.type !== 'init') phases++;
        yield phase;
      }
      // A server or proxy that ends every watch at once must not be asked in a tight loop.
      if (phases === 0 && performance.now() - started < 1000)
        throw new Error(`the watch ended at once, without an event`);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      const retryInMs = watch.failed(error);
      yield { type: 'error', error: error instanceof Error ? error : new Error(String(error)), retryInMs };
      await delay(retryInMs, options.signal);
    }
  }
}

class ResumableWatch<T extends KubeObject> {
  readonly #transport: Transport;
  readonly #kind: Kind<T>;
  readonly #options: WatchOptions;
  #resourceVersion: string | undefined;
  #canStream = true;
  #failures = 0;
  /** How often in a row a stream ended before the state was complete. */
  #cuts = 0;

  constructor(transport: Transport, kind: Kind<T>, options: WatchOptions) {
    this.#transport = transport;
    this.#kind = kind;
    this.#options = options;
    this.#resourceVersion = options.resourceVersion;
  }

  /** From here to the end of one stream. */
  async *round(): AsyncGenerator<WatchPhase<T>> {
    if (this.#resourceVersion !== undefined) return yield* this.#follow(this.#resourceVersion);
    if (this.#canStream) return yield* this.#stream();
    yield* this.#list();
  }

  /** Remembers what the failure means for the next round and says how long to wait for it. */
  failed(error: unknown): number {
    const refusal = findApiError(error);
    // A kind that was removed and a server that was restored know nothing of the version either.
    const isFuture = /too large resource version/i.test(refusal?.message ?? '');
    if (is.gone(error) || is.expired(error) || is.notFound(error) || isFuture) this.#resourceVersion = undefined;
    // Servers without streaming lists answer 400 or 422: a list in pages follows at once.
    if (this.#resourceVersion === undefined && this.#canStream && (refusal?.code === 400 || refusal?.code === 422)) {
      this.#canStream = false;
      return 0;
    }
    this.#failures++;
    const backoffMs = Math.min(800 * 2 ** (this.#failures - 1), 30_000);
    return Math.max(backoffMs * (1 + Math.random()), (refusal?.retryAfterSeconds ?? 0) * 1000);
  }

  async *#stream(): AsyncGenerator<WatchPhase<T>> {
    yield { type: 'init' };
    let isInitial = true;
    for await (const event of await this.#open({ sendInitialEvents: true })) {
      if (event.type === 'ERROR') throw event.error;
      const { resourceVersion = '' } = event.object.metadata;
      if (isInitial && isInitialEventsEnd(event)) {
        isInitial = false;
        this.#progress(resourceVersion);
        yield { type: 'initDone', resourceVersion };
      } else if (isInitial) {
        if (event.type !== 'BOOKMARK') yield { type: 'initApply', object: event.object };
      } else {
        this.#progress(resourceVersion);
        yield phaseOf(event.type, event.object);
      }
    }
    // All of it has to be sent again: at once the first time, but not without pause.
    if (isInitial && this.#cuts++ > 0) throw new Error('the watch ended before the initial state was complete');
  }

  async *#list(): AsyncGenerator<WatchPhase<T>> {
    yield { type: 'init' };
    const reader = new LiveReader({
      transport: this.#transport,
      mapper: createRestMapper(this.#transport),
      defaults: {},
    });
    const { namespace, labels, fields, signal } = this.#options;
    let resourceVersion = '';
    for await (const page of reader.pages(this.#kind, { namespace, labels, fields, signal })) {
      resourceVersion = page.metadata.resourceVersion ?? resourceVersion;
      for (const object of page.items) yield { type: 'initApply', object };
    }
    this.#progress(resourceVersion);
    yield { type: 'initDone', resourceVersion };
    yield* this.#follow(resourceVersion);
  }

  async *#follow(resourceVersion: string): AsyncGenerator<WatchPhase<T>> {
    for await (const event of await this.#open({ resourceVersion })) {
      if (event.type === 'ERROR') throw event.error;
      this.#progress(event.object.metadata.resourceVersion ?? resourceVersion);
      yield phaseOf(event.type, event.object);
    }
  }

  #open(more: WatchStreamOptions) {
    const { namespace, labels, fields, signal } = this.#options;
    // Ended by the server after a random time, so that many watches do not come back at once.
    const timeoutSeconds = 300 + Math.floor(Math.random() * 300);
    return openWatch(this.#transport, this.#kind, { namespace, labels, fields, signal, timeoutSeconds, ...more });
  }

  #progress(resourceVersion: string): void {
    this.#resourceVersion = resourceVersion;
    this.#failures = 0;
    this.#cuts = 0;
  }
}

function phaseOf<T extends KubeObject>(type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK', object: T): WatchPhase<T> {
  if (type === 'BOOKMARK') return { type: 'bookmark', resourceVersion: object.metadata.resourceVersion ?? '' };
  return { type: type === 'DELETED' ? 'delete' : 'apply', object };
}
