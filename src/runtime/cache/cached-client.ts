/** A client whose reads come from a cache and see this process's own writes. */
import type {
  AnyRef,
  ApplyInput,
  Client,
  ClientDefaults,
  DeleteAllOptions,
  DeleteOptions,
  DeleteResult,
  ListOptions,
  Patch,
  PatchOptions,
  Reader,
  ReadOptions,
  Ref,
  SubresourceClient,
  WatchOptions,
  WatchPhase,
  WriteOptions,
} from '../client/client.js';
import type { RestMapper } from '../client/rest-mapper.js';
import { isDryRun } from '../client/write-options.js';
import type { Kind } from '../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { DeepReadonly, MaybeReadonly } from '../object/readonly.js';
import type { InformerCache } from './informer-cache.js';
import { CachedReader } from './cached-reader.js';
import { WriteTracker } from './write-tracker.js';

/** Joins a live client and a cache. `with` gives a client that shares the cache. */
export class CachedClient implements Client {
  readonly live: Reader;
  readonly mapper: RestMapper;
  readonly status: SubresourceClient;
  readonly #client: Client;
  readonly #cache: InformerCache;
  readonly #reader: CachedReader;
  readonly #tracker: WriteTracker;
  readonly #defaults: ClientDefaults;

  constructor(client: Client, cache: InformerCache, defaults: ClientDefaults = {}) {
    this.live = client.live;
    this.mapper = client.mapper;
    this.#client = client;
    this.#cache = cache;
    this.#defaults = defaults;
    this.#reader = new CachedReader(client, cache, defaults.namespace);
    this.#tracker = new WriteTracker(cache, defaults);
    this.status = this.#tracker.subresource(client.status);
  }

  get defaults(): ClientDefaults {
    return this.#defaults;
  }

  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<DeepReadonly<T>> {
    return this.#reader.get(kind, key, options);
  }

  find<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<DeepReadonly<T> | undefined> {
    return this.#reader.find(kind, key, options);
  }

  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<KubeList<DeepReadonly<T>>> {
    return this.#reader.list(kind, options);
  }

  pages<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): AsyncIterable<KubeList<T>> {
    return this.#client.pages(kind, options);
  }

  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchPhase<T>> {
    return this.#client.watch(kind, options);
  }

  create<T extends KubeObject>(object: MaybeReadonly<T>, options?: WriteOptions): Promise<T> {
    return this.#tracker.write(object as KubeObject, options, () => this.#client.create<T>(object, options));
  }

  update<T extends KubeObject>(object: MaybeReadonly<T>, options?: WriteOptions): Promise<T> {
    return this.#tracker.write(object as KubeObject, options, () => this.#client.update<T>(object, options));
  }

  patch<T extends KubeObject>(target: Ref<T>, patch: Patch, options?: PatchOptions): Promise<T> {
    return this.#tracker.write(target as AnyRef, options, () => this.#client.patch(target, patch, options));
  }

  apply<T extends KubeObject>(
    first: Kind<T> | ApplyInput<T> | MaybeReadonly<T>,
    second?: ApplyInput<T> | PatchOptions,
    third?: PatchOptions,
  ): Promise<T> {
    if (typeof first !== 'function') {
      const options = (second ?? {}) as PatchOptions;
      return this.#tracker.write(first as KubeObject, options, () => this.#client.apply<T>(first, options));
    }
    const desired = second as ApplyInput<T>;
    const { name = '', namespace } = desired.metadata as { name?: string; namespace?: string };
    const options = third ?? {};
    const ref = { kind: first as unknown as Kind, name, namespace };
    return this.#tracker.write(ref, options, () => this.#client.apply<T>(first, desired, options));
  }

  delete<T extends KubeObject>(target: Ref<T>, options?: DeleteOptions): Promise<DeleteResult<T>> {
    return this.#tracker.delete(target as AnyRef, options, () => this.#client.delete(target, options));
  }

  async deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOptions): Promise<void> {
    try {
      await this.#client.deleteAllOf(kind, options);
    } finally {
      if (!isDryRun(options, this.#defaults)) this.#tracker.deletedMany(kind, options.namespace);
    }
  }

  subresource(name: string): SubresourceClient {
    return this.#tracker.subresource(this.#client.subresource(name));
  }

  with(defaults: ClientDefaults): Client {
    return new CachedClient(this.#client.with(defaults), this.#cache, { ...this.#defaults, ...defaults });
  }
}
