/** The cache: informers by kind, and reads from them. */
import type { Reader } from '../client/client.js';
import type { RestMapper } from '../client/requests/rest-mapper.js';
import type { Transport } from '../client/connection/transport.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import type { Kind, KindInfo } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import type { WaitTime } from '../object/wait-time.js';
import type { Informer, InformerHealth } from './informers/informer.js';
import type { InformerSpec } from './informers/informer-spec.js';
import { InformerCache } from './informers/informer-cache.js';

/** Which watch failed. */
export interface WatchErrorContext {
  readonly kind: KindInfo;
  /** When the next try follows. */
  readonly retryInMs: number;
}

/** What a cache contains. */
export interface CacheOptions {
  /** For all kinds that have no entry in `kinds`, and for what their entries leave out. */
  readonly default?: InformerSpec | undefined;
  readonly kinds?: readonly (readonly [KindInfo, InformerSpec])[] | undefined;
  /** What a read of a kind without informer does: start one and wait for it, or fail. */
  readonly onMissing?: 'start' | 'error' | undefined;
  /** How long a read waits for a kind to be listed, and for own writes to arrive; 10 s by default. */
  readonly readTimeout?: WaitTime | undefined;
  /** Informers that only reads have used end after this long without one; by default they stay. */
  readonly idleTimeout?: WaitTime | undefined;
  /** Called for every list or watch that failed, in addition to the log. */
  readonly onWatchError?: ((error: unknown, about: WatchErrorContext) => void) | undefined;
  /** Ask servers to stream lists; default true. */
  readonly streaming?: boolean | undefined;
}

/**
 * Reads objects from memory. Everything it returns is frozen; `mutable` makes a copy.
 * @example
 * ```ts
 * await using cache = createCache({ transport });
 * cache.index(Guestbook, 'message', ({ spec }) => (spec.message ? [spec.message] : []));
 * cache.start();
 * const { items } = await cache.list(Guestbook, { index: { name: 'message', value: 'hello' } });
 * console.log(items.length); // 1
 * ```
 */
export interface Cache extends Reader, AsyncDisposable {
  /** A handle on the informer of a kind; the same spec means the same watch. Starts it when the cache is started. */
  informer<T extends KubeObject>(kind: Kind<T>, spec?: InformerSpec): Promise<Informer<T>>;
  /** Lets lists find objects by `{ index: { name, value } }` or `{ fields: { [name]: value } }`. */
  index<T extends KubeObject>(kind: Kind<T>, name: string, valuesOf: (object: Stored<T>) => readonly string[]): void;
  /** Starts all informers, those made so far and those to come. */
  start(): void;
  /** Resolves when all informers made so far are filled; rejects with the first `CacheSyncError`. */
  synced(options?: { signal?: AbortSignal; timeout?: WaitTime }): Promise<void>;
  /** The condition of every informer. */
  readonly health: readonly InformerHealth[];
}

/** How long a read waited until the cache had seen what this process wrote. */
export interface ConsistencyWait {
  readonly operation: 'get' | 'list';
  readonly result: 'success' | 'timeout' | 'error';
  readonly seconds: number;
}

/** The parts of a cache. */
export interface CacheParts {
  readonly transport: Transport;
  readonly mapper?: RestMapper | undefined;
  readonly log?: Logger | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
  /** Told how long each read waited for own writes. */
  readonly onWait?: ((wait: ConsistencyWait) => void) | undefined;
  readonly options?: CacheOptions | undefined;
}

/**
 * A cache of its own, without a manager. Disposing of it ends all watches.
 * @example
 * ```ts
 * await using cache = createCache({ transport });
 * const books = await cache.informer(Guestbook, { namespaces: ['default'] });
 * cache.start();
 * await books.synced();
 * console.log(books.store.keys()); // [ 'default/welcome' ]
 * ```
 */
export function createCache(parts: CacheParts): Cache {
  return new InformerCache(parts);
}
