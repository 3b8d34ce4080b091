/** Reads from a cache, and from the server when asked to or when a write's fate is unknown. */
import type { Client, ListOptions, ReadOptions } from '../client/client.js';
import { checkKey } from '../client/requests/names.js';
import { namespaceIn } from '../client/requests/target.js';
import { currentWork } from '../current-work.js';
import { linkAbort, orAborted } from '../linked-abort.js';
import type { Kind, KindInfo } from '../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { DeepReadonly, Stored } from '../object/readonly.js';
import type { InformerCache } from './informers/informer-cache.js';
import { NotInShardError } from './cache-error.js';
import { notFoundError } from './informers/informer-read.js';
import { keyOf, parseKey } from './store/object-key.js';
import { askAbout, type PartitionDoubt } from './writes/ask-about.js';
import type { ReadScope } from './writes/read-scope.js';

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
    const doubts = this.#doubtsOf(kind, key.namespace, { key: keyOf(key) }, options);
    if (doubts.length === 0) return (await this.#cache.find(kind, key, options)) ?? this.#elsewhere(kind, key, options);
    return orEnded(askAbout(this.#client.live, kind, key, doubts), options);
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
    if (doubts.length > 0) await orEnded(this.#askAboutAll(kind, doubts), options);
    return this.#cache.list(kind, options);
  }

  /** One object after the other: a list costs a read of each object in doubt, and never a list. */
  async #askAboutAll<T extends KubeObject>(kind: Kind<T>, doubts: readonly PartitionDoubt[]): Promise<void> {
    const byKey = new Map<string, PartitionDoubt[]>();
    for (const one of doubts) byKey.set(one.doubt.key, [...(byKey.get(one.doubt.key) ?? []), one]);
    for (const [key, own] of byKey) await askAbout(this.#client.live, kind, parseKey(key), own);
  }

  /** As for a live read: a client that is bound to a namespace refuses any other. */
  #namespaceOf(given: KindInfo, namespace: string | undefined): string | undefined {
    return namespaceIn(this.#client.mapper.known(given.gvk) ?? given, namespace, this.#namespace);
  }

  #doubtsOf(kind: KindInfo, namespace: string | undefined, scope: ReadScope, options: ReadOptions): PartitionDoubt[] {
    if (options.consistency === 'eventual') return [];
    const doubts: PartitionDoubt[] = [];
    for (const partition of this.#cache.partitionsOf(kind.gvk, namespace)) {
      for (const doubt of partition.ownWrites.uncertain.in(scope, currentWork()?.writer))
        doubts.push({ partition, doubt });
    }
    return doubts;
  }
}

/** The result of a shared question, as long as the reader waits for it. */
async function orEnded<T>(answer: Promise<T>, { signal, timeoutMs }: ReadOptions): Promise<T> {
  using link = linkAbort([signal], { timeoutMs });
  return await orAborted(answer, link.signal);
}
