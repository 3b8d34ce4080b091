/** Informers as users see them. */
import type { StoredEvent } from '../../object/event.js';
import type { KindInfo } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import type { WaitTime } from '../../object/wait-time.js';
import type { ReadonlyStore } from '../store/store.js';
import type { Resync } from './informer-spec.js';
import type { Subscription } from './subscription.js';

/** How a listener is called. */
export interface SubscribeOptions {
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
  /** How often this listener gets every object again; as the informer by default. */
  readonly resync?: Resync | undefined;
}

/** One informer's condition. */
export interface InformerHealth {
  readonly kind: string;
  readonly apiVersion: string;
  /** Empty when all namespaces are watched. */
  readonly namespaces: readonly string[];
  /** `failing`: the last try to list or watch, in one of the namespaces, failed and the next one waits for its time. */
  readonly state: 'idle' | 'syncing' | 'synced' | 'failing' | 'stopped';
  readonly lastError?: unknown;
  /** Milliseconds since the server was last heard of, in the namespace silent for longest; absent before the first word. */
  readonly silentMs?: number;
  readonly objects: number;
  /** True when no controller watches it and nobody has a handle: a read has started it. */
  readonly isOnlyRead?: boolean;
}

/**
 * A live copy of the objects of a kind. Handles are counted: the watch ends when the last handle is
 * disposed.
 * @example
 * ```ts
 * await using cache = createCache({ transport });
 * await using books = await cache.informer(Guestbook);
 * cache.start();
 * for await (const event of books.events({ signal })) {
 *   console.log(event.type, event.object.metadata.name); // create welcome
 *   break;
 * }
 * ```
 */
export interface Informer<T extends KubeObject = KubeObject> extends AsyncDisposable {
  readonly kind: KindInfo;
  readonly store: ReadonlyStore<T>;
  /** The version up to which the store knows everything; undefined before the first sync. */
  readonly resourceVersion: string | undefined;
  readonly health: InformerHealth;
  /** Calls `listener` for every object there is and for every change, one at a time and in order. */
  on(listener: (event: StoredEvent<T>) => void | Promise<void>, options?: SubscribeOptions): Subscription;
  /** The same as an iterable; unread events are kept until they are read. Ends with the signal, the handle or the cache. */
  events(options?: { signal?: AbortSignal }): AsyncIterable<StoredEvent<T>>;
  /** Resolves when the store is filled. Rejects with a `CacheSyncError` when `timeout` passes first. */
  synced(options?: { signal?: AbortSignal; timeout?: WaitTime }): Promise<void>;
}
