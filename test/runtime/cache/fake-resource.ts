/** One kind of an API server, in memory, by the rules of lists and watches; everything can be made to go wrong. */
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import { ConnectionError } from '../../../src/runtime/client/connection/connection-error.js';
import type { WatchEvent } from '../../../src/runtime/client/watch/watch-stream.js';
import type { ListQuery, ListWatch, WatchQuery } from '../../../src/runtime/client/watch/list-watch.js';
import { keyOf, parseKey } from '../../../src/runtime/cache/store/object-key.js';
import { mutable } from '../../../src/runtime/object/readonly.js';
import type { KubeList, KubeObject } from '../../../src/runtime/object/meta.js';

export interface Thing extends KubeObject {
  spec?: { value?: number };
  status?: { value?: number };
}

type Change = { readonly version: number; readonly event: Exclude<WatchEvent, { type: 'ERROR' }> };

const END = 'k8s.io/initial-events-end';

export class FakeResource implements ListWatch {
  readonly description = 'Thing in memory';
  readonly requests: string[] = [];
  streaming = true;
  pageSize = Number.POSITIVE_INFINITY;
  /** What the next requests are answered with, in order; undefined for a proper answer. */
  readonly failures: (Error | undefined)[] = [];
  /** Fails every request while it is set. */
  outage: Error | undefined;
  version = 100;
  #compactedAt = 0;
  #uids = 0;
  readonly objects = new Map<string, Thing>();
  #history: Change[] = [];
  readonly #streams = new Set<Stream>();
  readonly #snapshots = new Map<string, Thing[]>();

  put(key: string, more: Partial<Thing> = {}, labels?: Record<string, string>): Thing {
    const old = this.objects.get(key);
    const resourceVersion = String(++this.version);
    const object: Thing = {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      ...more,
      metadata: {
        ...parseKey(key),
        uid: old?.metadata.uid ?? `uid-${++this.#uids}`,
        ...more.metadata,
        ...(labels ? { labels } : {}),
        resourceVersion,
      },
    };
    this.objects.set(key, object);
    this.#publish({ type: old ? 'MODIFIED' : 'ADDED', object });
    return mutable<Thing>(object);
  }

  remove(key: string): Thing | undefined {
    const old = this.objects.get(key);
    if (!old) return undefined;
    this.objects.delete(key);
    const last = { ...old, metadata: { ...old.metadata, resourceVersion: String(++this.version) } };
    this.#publish({ type: 'DELETED', object: last });
    return last;
  }

  /** Versions of this server may also be used up by other kinds. */
  tick(): void {
    this.version++;
  }

  bookmark(): void {
    for (const stream of this.#streams) stream.push([bookmarkAt(this.version)]);
  }

  /** Ends all watches. */
  cut(how: 'eof' | 'error' = 'eof'): void {
    for (const stream of this.#streams)
      stream.end(how === 'eof' ? undefined : new ConnectionError('ECONNRESET', 'fake', 'cut'));
    this.#streams.clear();
  }

  /** Forgets the history: old versions can no longer be watched, pages no longer continued. */
  compact(): void {
    this.#compactedAt = this.version;
    this.#history = [];
    this.#snapshots.clear();
  }

  /** Sends an ERROR event on all watches. */
  fail(error: ApiError): void {
    for (const stream of this.#streams) stream.push([{ type: 'ERROR', error }]);
  }

  get openWatches(): number {
    return this.#streams.size;
  }

  async list(query: ListQuery): Promise<KubeList<KubeObject>> {
    this.#request('list', query);
    if (query.continue !== undefined) return this.#nextPage(query.continue);
    const wanted = query.resourceVersion ?? '';
    if (wanted !== '' && wanted !== '0' && Number(wanted) > this.version) throw tooLarge();
    return this.#page(
      [...this.objects.values()],
      Math.min(query.limit ?? Number.POSITIVE_INFINITY, this.pageSize),
      String(this.version),
    );
  }

  async watch(query: WatchQuery, signal: AbortSignal): Promise<AsyncIterable<readonly WatchEvent[]>> {
    this.#request('watch', query);
    const since = Number(query.resourceVersion || '0');
    if (query.sendInitialEvents && !this.streaming)
      throw new ApiError({ code: 422, reason: 'Invalid', message: 'sendInitialEvents is forbidden' });
    if (since > this.version) throw tooLarge();
    const stream = new Stream(() => this.#streams.delete(stream));
    const onAbort = (): void => {
      this.#streams.delete(stream);
      stream.end(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (query.sendInitialEvents) {
      const initial = [...this.objects.values()].map((object): WatchEvent => ({
        type: 'ADDED',
        object: mutable<Thing>(object),
      }));
      const end = bookmarkAt(this.version);
      end.object.metadata.annotations = { [END]: 'true' };
      stream.push([...initial, end]);
    } else if (since < this.#compactedAt) {
      stream.push([{ type: 'ERROR', error: gone() }]);
    } else {
      const missed = this.#history.filter(({ version }) => version > since).map(({ event }) => event);
      if (missed.length > 0) stream.push(missed.map(copyEvent));
    }
    this.#streams.add(stream);
    return stream;
  }

  #publish(event: Change['event']): void {
    this.#history.push({ version: this.version, event });
    for (const stream of this.#streams) stream.push([copyEvent(event)]);
  }

  #request(verb: string, query: object): void {
    const shown = Object.entries(query).filter(([name, value]) => value !== undefined && name !== 'timeoutSeconds');
    this.requests.push(`${verb} ${shown.map(([name, value]) => `${name}=${value}`).join(' ')}`.trim());
    if (this.outage) throw this.outage;
    const failure = this.failures.shift();
    if (failure) throw failure;
  }

  #page(objects: Thing[], size: number, version: string): KubeList<KubeObject> {
    const items = objects.slice(0, size).map((object) => mutable<Thing>(object));
    const rest = objects.slice(size);
    const token = rest.length > 0 ? `${version}:${rest.length}:${this.#snapshots.size}` : undefined;
    if (token !== undefined) this.#snapshots.set(token, rest);
    return {
      kind: 'ThingList',
      metadata: { resourceVersion: version, ...(token === undefined ? {} : { continue: token }) },
      items,
    };
  }

  #nextPage(token: string): KubeList<KubeObject> {
    const rest = this.#snapshots.get(token);
    if (!rest) throw gone();
    return this.#page(rest, this.pageSize, token.split(':')[0] ?? '');
  }
}

export const gone = (): ApiError => new ApiError({ code: 410, reason: 'Expired', message: 'too old resource version' });

const tooLarge = (): ApiError =>
  new ApiError({
    code: 504,
    reason: 'Timeout',
    message: 'Too large resource version: 9999, current: 1',
    details: { causes: [{ reason: 'ResourceVersionTooLarge' }] },
  });

function bookmarkAt(version: number) {
  return {
    type: 'BOOKMARK' as const,
    object: {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { resourceVersion: String(version) } as KubeObject['metadata'],
    },
  };
}

function copyEvent(event: Change['event']): WatchEvent {
  return { type: event.type, object: mutable<KubeObject>(event.object) };
}

class Stream implements AsyncIterable<readonly WatchEvent[]> {
  #buffer: (readonly WatchEvent[])[] = [];
  #ended: { error: unknown } | undefined;
  #wake: () => void = () => undefined;
  readonly #onClose: () => void;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  /** What nobody has read yet arrives together, as it does over a real connection. */
  push(batch: readonly WatchEvent[]): void {
    this.#buffer = [[...this.#buffer.flat(), ...batch]];
    this.#wake();
  }

  end(error: unknown): void {
    this.#ended ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly WatchEvent[]> {
    try {
      for (;;) {
        while (this.#buffer.length > 0) yield this.#buffer.shift() ?? [];
        if (this.#ended?.error !== undefined) throw this.#ended.error;
        if (this.#ended) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#onClose();
    }
  }
}

/** What the server holds, for comparison with a store. */
export function contents(resource: FakeResource): Record<string, string> {
  return Object.fromEntries(
    [...resource.objects.values()].map(({ metadata }) => [keyOf(metadata), metadata.resourceVersion ?? '']),
  );
}
