/** A client whose reads come from a cache and see this process's own writes. */
import type {
  ApplyInput,
  Client,
  ClientDefaults,
  DeleteAllOptions,
  DeleteOptions,
  DeleteResult,
  ListOptions,
  OwnedClient,
  Patch,
  PatchOptions,
  Reader,
  ReadOptions,
  Ref,
  StatusClient,
  SubresourceClient,
  WatchOptions,
  WatchPhase,
  WriteOptions,
} from '../client/client.js';
import { mergeDefaults } from '../client/requests/client-defaults.js';
import type { RestMapper } from '../client/requests/rest-mapper.js';
import { statusClient } from '../client/status/status-client.js';
import { ownedClient } from '../client/writes/owned-client.js';
import { fieldManagerOf } from '../client/requests/write-options.js';
import type { Kind } from '../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { AnyForm, AnyObject, Stored, Written } from '../object/readonly.js';
import type { InformerCache } from './informers/informer-cache.js';
import { listOwnedFromCache } from './owner-index.js';
import { CachedReader } from './cached-reader.js';
import { type ApplyListener, UnchangedApply } from './writes/unchanged-apply.js';
import { WriteTracker } from './writes/write-tracker.js';

/** Joins a live client and a cache. `with` gives a client that shares the cache. */
export class CachedClient implements Client {
  readonly live: Reader;
  readonly mapper: RestMapper;
  readonly status: StatusClient;
  readonly #client: Client;
  readonly #cache: InformerCache;
  readonly #reader: CachedReader;
  readonly #tracker: WriteTracker;
  readonly #unchanged: UnchangedApply;
  readonly #onApply: ApplyListener | undefined;
  readonly #defaults: ClientDefaults;

  constructor(client: Client, cache: InformerCache, defaults: ClientDefaults = {}, onApply?: ApplyListener) {
    this.live = client.live;
    this.mapper = client.mapper;
    this.#client = client;
    this.#cache = cache;
    this.#defaults = defaults;
    this.#reader = new CachedReader(client, cache, defaults.namespace);
    this.#tracker = new WriteTracker(cache, defaults);
    this.#unchanged = new UnchangedApply(cache, defaults, onApply);
    this.#onApply = onApply;
    this.status = statusClient(this.subresource('status'), (options) => fieldManagerOf(options, this.#defaults));
  }

  get defaults(): ClientDefaults {
    return this.#defaults;
  }

  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>> {
    return this.#reader.get(kind, key, options);
  }

  find<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T> | undefined> {
    return this.#reader.find(kind, key, options);
  }

  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<KubeList<Stored<T>>> {
    return this.#reader.list(kind, options);
  }

  pages<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): AsyncIterable<KubeList<T>> {
    return this.#client.pages(kind, options);
  }

  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchPhase<T>> {
    return this.#client.watch(kind, options);
  }

  create<T extends AnyObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>> {
    return this.#tracker.write(object, options, () => this.#client.create<T>(object, options));
  }

  update<T extends AnyObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>> {
    return this.#tracker.write(object, options, () => this.#client.update<T>(object, options));
  }

  patch<T extends KubeObject>(target: Ref<T>, patch: Patch<NoInfer<T>>, options?: PatchOptions): Promise<Written<T>> {
    return this.#tracker.write(target, options, () => this.#client.patch(target, patch, options));
  }

  apply<T extends KubeObject>(
    first: Kind<T> | ApplyInput<T> | AnyForm<T>,
    second?: ApplyInput<T> | PatchOptions,
    third?: PatchOptions,
  ): Promise<Written<T>> {
    if (typeof first !== 'function') {
      const options = (second ?? {}) as PatchOptions;
      const desired = first as KubeObject;
      const send = (): Promise<Written<T>> =>
        this.#tracker.write(desired, options, () => this.#client.apply<T>(first as AnyForm<T>, options));
      return this.#unchanged.unlessApplied({ desired, options }, send);
    }
    const kind = first;
    const desired = { ...(second as KubeObject), apiVersion: kind.apiVersion, kind: kind.gvk.kind };
    const options = third ?? {};
    const { name = '', namespace } = desired.metadata ?? {};
    const ref = { kind: kind as unknown as Kind, name, namespace };
    const send = (): Promise<Written<T>> =>
      this.#tracker.write(ref, options, () => this.#client.apply<T>(kind, second as ApplyInput<T>, options));
    return this.#unchanged.unlessApplied({ desired, options }, send);
  }

  delete<T extends KubeObject>(target: Ref<T>, options?: DeleteOptions): Promise<DeleteResult<T>> {
    return this.#tracker.delete(target, options, () => this.#client.delete(target, options));
  }

  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOptions): Promise<void> {
    return this.#tracker.deleteMany(kind, options, () => this.#client.deleteAllOf(kind, options));
  }

  subresource(name: string): SubresourceClient {
    const tracked = this.#tracker.subresource(this.#client.subresource(name));
    // The answer of other subresources is not the object, so that the cache does not have it.
    return name === 'status' ? this.#unchanged.status(tracked) : tracked;
  }

  owned(owner: AnyObject): OwnedClient {
    return ownedClient(this, owner, listOwnedFromCache(this, this.#cache, owner));
  }

  with(defaults: ClientDefaults): Client {
    const merged = mergeDefaults(this.#defaults, defaults);
    return new CachedClient(this.#client.with(defaults), this.#cache, merged, this.#onApply);
  }
}
