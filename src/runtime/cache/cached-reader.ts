/** Reads from a cache, and from the server when asked to or when a write's fate is unknown. */
import type { Client, ListOptions, ReadOptions } from '../client/client.js';
import { namespaceIn } from '../client/target.js';
import type { Kind, KindInfo } from '../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { DeepReadonly } from '../object/readonly.js';
import type { InformerCache } from './informer-cache.js';
import { notFoundError } from './informer-read.js';
import { keyOf } from './object-key.js';
import type { ReadScope } from './own-writes.js';

/** The reading half of a cached client. */
export class CachedReader {
  readonly #client: Client;
  readonly #cache: InformerCache;
  readonly #namespace: string | undefined;

  constructor(client: Client, cache: InformerCache, defaultNamespace: string | undefined) {
    this.#client = client;
    this.#cache = cache;
    this.#namespace = defaultNamespace;
  }

  async get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<DeepReadonly<T>> {
    if (options?.source === 'live') return this.#client.live.get(kind, key, options);
    const found = await this.find(kind, key, options);
    if (found === undefined) throw notFoundError(kind, key);
    return found;
  }

  async find<T extends KubeObject>(
    kind: Kind<T>,
    given: ObjectKey,
    options: ReadOptions = {},
  ): Promise<DeepReadonly<T> | undefined> {
    const key = { name: given.name, namespace: this.#namespaceOf(kind, given.namespace) };
    if (options.source === 'live') return this.#client.live.find(kind, key, options);
    const isUncertain = this.#takeUncertain(kind, key.namespace, { key: keyOf(key) }, options);
    if (!isUncertain) return this.#cache.find(kind, key, options);
    const found = await this.#client.live.find(kind, key, options);
    if (found) this.#seen(kind, [found as DeepReadonly<KubeObject>]);
    return found;
  }

  async list<T extends KubeObject>(kind: Kind<T>, given: ListOptions = {}): Promise<KubeList<DeepReadonly<T>>> {
    const options = { ...given, namespace: this.#namespaceOf(kind, given.namespace) };
    if (options.source === 'live') return this.#client.live.list(kind, options);
    const { namespace } = options;
    const isUncertain = this.#takeUncertain(kind, namespace, { namespace }, options);
    if (!isUncertain || options.index) return this.#cache.list(kind, options);
    const list = await this.#client.live.list(kind, options);
    this.#seen(kind, list.items as unknown as DeepReadonly<KubeObject>[]);
    return list;
  }

  /** As for a live read: a client that is bound to a namespace refuses any other. */
  #namespaceOf(given: KindInfo, namespace: string | undefined): string | undefined {
    return namespaceIn(this.#client.mapper.known(given.gvk) ?? given, namespace, this.#namespace);
  }

  #takeUncertain(kind: KindInfo, namespace: string | undefined, scope: ReadScope, options: ReadOptions): boolean {
    if (options.consistency === 'eventual') return false;
    const parts = this.#cache.partitionsOf(kind.gvk, namespace);
    return parts.filter(({ ownWrites }) => ownWrites.takeUncertain(scope) !== undefined).length > 0;
  }

  /** What was read live must not be followed by something older from the cache. */
  #seen(kind: KindInfo, objects: readonly DeepReadonly<KubeObject>[]): void {
    for (const { metadata } of objects) {
      const key = keyOf(metadata);
      for (const partition of this.#cache.partitionsOf(kind.gvk, metadata.namespace))
        if (partition.store.peek(key) && metadata.resourceVersion)
          partition.ownWrites.seen(key, metadata.resourceVersion);
    }
  }
}
