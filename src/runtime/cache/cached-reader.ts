/** Reads from a cache, and from the server when asked to or when a write's fate is unknown. */
import type { Client, ListOptions, ReadOptions } from '../client/client.js';
import { checkKey } from '../client/requests/names.js';
import { namespaceIn } from '../client/requests/target.js';
import { currentWork } from '../current-work.js';
import type { Kind, KindInfo } from '../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { DeepReadonly, Stored } from '../object/readonly.js';
import type { InformerCache } from './informers/informer-cache.js';
import { NotInShardError } from './cache-error.js';
import { notFoundError } from './informers/informer-read.js';
import { keyOf } from './store/object-key.js';
import type { Partition } from './informers/partition.js';
import type { Doubt, ReadScope } from './writes/uncertain-writes.js';

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

  async get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>> {
    if (options?.source === 'live') return this.#client.live.get(kind, key, options);
    const found = await this.find(kind, key, options);
    if (found === undefined) throw notFoundError(kind, key);
    return found;
  }

  async find<T extends KubeObject>(
    kind: Kind<T>,
    given: ObjectKey,
    options: ReadOptions = {},
  ): Promise<Stored<T> | undefined> {
    checkKey(kind, given);
    const key = { name: given.name, namespace: this.#namespaceOf(kind, given.namespace) };
    if (options.source === 'live') return this.#client.live.find(kind, key, options);
    const text = keyOf(key);
    const doubts = this.#doubtsOf(kind, key.namespace, { key: text }, options);
    if (doubts.length === 0) return (await this.#cache.find(kind, key, options)) ?? this.#elsewhere(kind, key, options);
    // Looked up before asking: what appears later may be newer than the answer.
    const known = doubts.map(({ partition }) => partition.store.peek(text)?.metadata.uid);
    const found = await this.#client.live.find(kind, key, options);
    doubts.forEach(({ partition, doubt }, index) => {
      doubt.settle();
      const uid = known[index];
      if (found) noteSeen(partition, found);
      else if (uid !== undefined) partition.ownWrites.gone(text, uid, currentWork()?.writer);
    });
    return found;
  }

  /** Not in the cache, which may contain a part of the kind only: nothing, unless the object exists elsewhere. */
  async #elsewhere<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: ReadOptions): Promise<undefined> {
    const shard = this.#cache.shardOf(kind);
    if (!shard) return undefined;
    const found = await this.#client.live.find(kind, key, options);
    const metadata = found?.metadata as DeepReadonly<KubeObject>['metadata'] | undefined;
    if (metadata && this.#isOfOthers(kind, metadata)) throw new NotInShardError(kind.gvk, keyOf(key), shard);
    return undefined;
  }

  /** False for an object that the cache is about to see. */
  #isOfOthers(kind: KindInfo, metadata: DeepReadonly<KubeObject>['metadata']): boolean {
    return this.#cache.partitionsOf(kind.gvk, metadata.namespace).every((partition) => !partition.keeps(metadata));
  }

  async list<T extends KubeObject>(kind: Kind<T>, given: ListOptions = {}): Promise<KubeList<Stored<T>>> {
    const options = { ...given, namespace: this.#namespaceOf(kind, given.namespace) };
    if (options.source === 'live') return this.#client.live.list(kind, options);
    const { namespace } = options;
    const doubts = this.#doubtsOf(kind, namespace, { namespace }, options);
    if (doubts.length === 0) return this.#cache.list(kind, options);
    const { signal, timeoutMs, index } = options;
    // The server knows nothing of our indexes: all is asked for, and then the index when the cache has caught up.
    const list = await this.#askAll(kind, doubts, index ? { namespace, signal, timeoutMs } : options);
    return index ? this.#cache.list(kind, options) : list;
  }

  /** A live list, and what it says about the state of the cache. */
  async #askAll<T extends KubeObject>(
    kind: Kind<T>,
    doubts: readonly PartitionDoubt[],
    options: ListOptions,
  ): Promise<KubeList<Stored<T>>> {
    const known = doubts.map(({ partition }) => uidsIn(partition, options.namespace));
    const list = await this.#client.live.list(kind, options);
    const objects = list.items as unknown as DeepReadonly<KubeObject>[];
    const uids = new Set(objects.map(({ metadata }) => metadata.uid));
    const { resourceVersion } = list.metadata;
    const isPart = [options.labels, options.fields, options.limit, options.continue, list.metadata.continue].some(
      Boolean,
    );
    doubts.forEach(({ partition, doubt }, index) => {
      if (isPart) doubt.settleAt(resourceVersion);
      else doubt.settle(resourceVersion);
      for (const object of objects) noteSeen(partition, object);
      for (const [key, uid] of known[index] ?? [])
        if (!isPart && !uids.has(uid)) partition.ownWrites.gone(key, uid, currentWork()?.writer);
    });
    return list;
  }

  /** As for a live read: a client that is bound to a namespace refuses any other. */
  #namespaceOf(given: KindInfo, namespace: string | undefined): string | undefined {
    return namespaceIn(this.#client.mapper.known(given.gvk) ?? given, namespace, this.#namespace);
  }

  #doubtsOf(kind: KindInfo, namespace: string | undefined, scope: ReadScope, options: ReadOptions): PartitionDoubt[] {
    if (options.consistency === 'eventual') return [];
    const doubts: PartitionDoubt[] = [];
    for (const partition of this.#cache.partitionsOf(kind.gvk, namespace)) {
      const doubt = partition.ownWrites.uncertain.in(scope);
      if (doubt) doubts.push({ partition, doubt });
    }
    return doubts;
  }
}

interface PartitionDoubt {
  readonly partition: Partition;
  readonly doubt: Doubt;
}

/** What was read live must not be followed by something older from the cache. */
function noteSeen(partition: Partition, { metadata }: DeepReadonly<KubeObject>): void {
  const key = keyOf(metadata);
  const isMeant = partition.keeps(metadata) && (!metadata.namespace || partition.covers(metadata.namespace));
  const isHeld = partition.selects(metadata) || partition.store.peek(key) !== undefined;
  if (isMeant && isHeld && metadata.resourceVersion)
    partition.ownWrites.seen(key, metadata.resourceVersion, currentWork()?.writer);
}

function uidsIn({ store }: Partition, namespace: string | undefined): [key: string, uid: string][] {
  return store.keys().flatMap((key): [string, string][] => {
    const { metadata } = store.peek(key) ?? {};
    const isMeant = metadata?.uid !== undefined && (namespace === undefined || metadata.namespace === namespace);
    return isMeant ? [[key, metadata.uid ?? '']] : [];
  });
}
