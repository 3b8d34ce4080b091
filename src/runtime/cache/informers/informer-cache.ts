/** Keeps informers by kind and spec, counts who uses them, and answers reads from them. */
import type { ListOptions, ReadOptions } from '../../client/client.js';
import { createRestMapper, type RestMapper } from '../../client/requests/rest-mapper.js';
import { checkKey, checkPlace } from '../../client/requests/names.js';
import { checkFields } from '../../client/requests/resource-path.js';
import { keyIn, namespaceIn } from '../../client/requests/target.js';
import { type Clock, systemClock } from '../../clock.js';
import { currentWork } from '../../current-work.js';
import { heldLoop } from '../../held-loop.js';
import type { Logger } from '../../log/logger.js';
import { silentLogger } from '../../log/silent-logger.js';
import type { Kind, KindInfo } from '../../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../../object/meta.js';
import type { Stored } from '../../object/readonly.js';
import { apiListWatch } from '../../client/watch/api-list-watch.js';
import type { Cache, CacheOptions, CacheParts, ConsistencyWait } from '../cache.js';
import { CacheNotStartedError, NotCachedError, StaleCacheError } from '../cache-error.js';
import { deepFreeze } from '../store/freeze.js';
import { metadataPart } from '../store/metadata-part.js';
import { SharedFields } from '../store/shared-fields.js';
import type { Informer, InformerHealth } from './informer.js';
import { InformerHandle } from './informer-handle.js';
import { notFoundError, partitionsFor, readMany, readOne } from './informer-read.js';
import { InformerRegistry } from './informer-registry.js';
import { type InformerSpec, resolveSpec } from './informer-spec.js';
import { keyOf } from '../store/object-key.js';
import type { Partition } from './partition.js';
import type { Shard } from './shard.js';
import { timeSlice } from '../../time-slice.js';
import { optionMs, type WaitTime } from '../../object/wait-time.js';
import { SharedInformer } from './shared-informer.js';
import type { ReadScope } from '../writes/read-scope.js';

const DEFAULT_READ_TIMEOUT_MS = 10_000;

/** A cache over one transport. */
export class InformerCache implements Cache {
  readonly #parts: CacheParts;
  readonly #options: CacheOptions;
  readonly #mapper: RestMapper;
  readonly clock: Clock;
  readonly #log: Logger;
  readonly #registry: InformerRegistry;
  readonly #readTimeoutMs: number;
  #isStarted = false;

  constructor(parts: CacheParts) {
    this.#parts = parts;
    this.#options = parts.options ?? {};
    const { idleTimeout, readTimeout } = this.#options;
    this.#mapper = parts.mapper ?? createRestMapper(parts.transport);
    this.clock = parts.clock ?? systemClock;
    this.#log = (parts.log ?? silentLogger).named('cache');
    this.#registry = new InformerRegistry({ clock: this.clock, idleMs: optionMs('idleTimeout', idleTimeout) });
    this.#readTimeoutMs = optionMs('readTimeout', readTimeout) ?? DEFAULT_READ_TIMEOUT_MS;
  }

  get health(): readonly InformerHealth[] {
    return this.#registry
      .all()
      .map((informer) => ({ ...informer.health, isOnlyRead: this.#registry.isOnlyRead(informer) }));
  }

  async informer<T extends KubeObject>(kind: Kind<T>, spec?: InformerSpec): Promise<InformerHandle<T>> {
    const resolved = await this.#mapper.resolve(kind as unknown as Kind);
    // Found and held in one turn, or its last holder could end it in between.
    const shared = this.#shared(resolved, spec);
    return new InformerHandle<T>(shared, this.#registry.hold(shared));
  }

  index<T extends KubeObject>(kind: Kind<T>, name: string, valuesOf: (object: Stored<T>) => readonly string[]): void {
    this.#registry.addIndex(kind, name, (object) => {
      try {
        return valuesOf(deepFreeze(object) as unknown as Stored<T>);
      } catch (error) {
        const { namespace, name: objectName } = object.metadata;
        const fields = { kind: kind.gvk.kind, index: name, namespace, name: objectName, error };
        this.#log.error('index function failed, the object is left out of the index', fields);
        return [];
      }
    });
  }

  start(): void {
    this.#isStarted = true;
    for (const informer of this.#registry.all()) informer.start();
  }

  async synced({ signal, timeout }: { signal?: AbortSignal; timeout?: WaitTime } = {}): Promise<void> {
    const timeoutMs = optionMs('timeout', timeout);
    await Promise.all(this.#registry.all().map((informer) => informer.synced({ signal, timeoutMs })));
  }

  async get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options: ReadOptions = {}): Promise<Stored<T>> {
    const found = await this.find(kind, key, options);
    if (found === undefined) throw notFoundError(kind, key);
    return found;
  }

  async find<T extends KubeObject>(
    given: Kind<T>,
    key: ObjectKey,
    options: ReadOptions = {},
  ): Promise<Stored<T> | undefined> {
    checkKey(given, key);
    const { kind, partitions } = await this.#readable(given, key.namespace, options);
    // As for a live read: without its namespace an object would only seem to be missing.
    const text = keyOf(keyIn(kind, key));
    if (options.consistency !== 'eventual') await this.#caughtUp(kind, partitions, { key: text }, options);
    const found = readOne(kind, partitions, key);
    return (found && isPart(given, kind) ? metadataPart(found) : found) as Stored<T> | undefined;
  }

  async list<T extends KubeObject>(given: Kind<T>, options: ListOptions = {}): Promise<KubeList<Stored<T>>> {
    checkPlace(given, options.namespace);
    if (options.fields !== undefined) checkFields(options.fields);
    const { kind, partitions } = await this.#readable(given, options.namespace, options);
    const namespace = namespaceIn(kind, options.namespace, undefined);
    if (options.consistency !== 'eventual') await this.#caughtUp(kind, partitions, { namespace }, options);
    const [only, ...others] = partitions;
    const { items, remaining } = readMany(kind, partitions, options);
    return {
      apiVersion: kind.apiVersion,
      kind: `${kind.gvk.kind}List`,
      metadata: {
        resourceVersion: others.length === 0 ? (only?.resourceVersion ?? '') : '',
        // As the server does: a list that was cut says so.
        ...(remaining > 0 ? { remainingItemCount: remaining } : {}),
      },
      items: (isPart(given, kind) ? items.map(metadataPart) : items) as unknown as Stored<T>[],
    };
  }

  /** Running parts that cache objects of this kind, for those who must know of own writes. */
  partitionsOf(gvk: { group: string; kind: string }, namespace: string | undefined): Partition[] {
    const found: Partition[] = [];
    for (const { isStarted, partitions } of this.#registry.ofKind(gvk)) {
      if (!isStarted) continue;
      for (const partition of partitions)
        if (partition.namespace === '' || !namespace || partition.namespace === namespace) found.push(partition);
    }
    return found;
  }

  /** The part of a kind that plain reads see, when it is not all of it. */
  shardOf(kind: KindInfo): Shard | undefined {
    return (this.#specOf(kind) ?? {}).shard ?? this.#options.default?.shard;
  }

  /** Whether the object is in the cache now, without waiting for anything. */
  contains(kind: KindInfo, key: string): boolean {
    return this.#registry.forRead(kind)?.partitions.some(({ store }) => store.peek(key) !== undefined) ?? false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStarted = false;
    await this.#registry.stopAll();
  }

  async #readable(
    given: KindInfo,
    namespace: string | undefined,
    options: ReadOptions,
  ): Promise<{ kind: KindInfo; partitions: readonly Partition[] }> {
    if (!this.#isStarted) throw new CacheNotStartedError(given.gvk);
    // A loop over reads from memory would otherwise never let go of the event loop.
    if (timeSlice.isOver()) {
      await timeSlice.next();
      heldLoop.note(currentWork());
    }
    const known = this.#registry.forRead(given);
    if (!known && this.#options.onMissing === 'error') throw new NotCachedError(given.gvk);
    const informer = known ?? this.#shared(await this.#mapper.resolve(given as Kind));
    this.#registry.touch(informer);
    const timeoutMs = options.timeoutMs ?? this.#readTimeoutMs;
    if (!informer.isSynced) await informer.synced({ signal: options.signal, timeoutMs, failFast: true });
    return { kind: informer.kind, partitions: partitionsFor(informer.kind, informer.partitions, namespace) };
  }

  async #caughtUp(
    kind: KindInfo,
    partitions: readonly Partition[],
    scope: ReadScope,
    options: ReadOptions,
  ): Promise<void> {
    const timeoutMs = options.timeoutMs ?? this.#readTimeoutMs;
    const startedAt = this.clock.now();
    let result: ConsistencyWait['result'] = 'error';
    try {
      for (const { ownWrites } of partitions) {
        if (ownWrites.isClear(scope)) continue;
        const { signal } = options;
        const missing = await ownWrites.wait(scope, { timeoutMs, signal, clock: this.clock, reader: currentWork() });
        if (missing) result = 'timeout';
        if (missing) throw new StaleCacheError(kind.gvk, { ...missing, waitedMs: timeoutMs });
      }
      result = 'success';
    } finally {
      const operation = 'key' in scope ? 'get' : 'list';
      this.#parts.onWait?.({ operation, result, seconds: (this.clock.now() - startedAt) / 1000 });
    }
  }

  #shared(kind: Kind, spec?: InformerSpec): SharedInformer {
    const resolved = resolveSpec(kind, spec ?? this.#specOf(kind), this.#options.default);
    const informer = this.#registry.findOrMake(kind, { spec: resolved, isDefault: spec === undefined }, () =>
      this.#make(kind, resolved),
    );
    if (this.#isStarted) informer.start();
    return informer;
  }

  #make(kind: Kind, spec: ReturnType<typeof resolveSpec>): SharedInformer {
    return new SharedInformer({
      kind,
      spec,
      source: (partition) => {
        // Here and not where objects are stored, as all of the initial state is in memory before that.
        const managed = new SharedFields();
        return apiListWatch(this.#parts.transport, kind, partition, {
          parse: (line) => managed.parse(line),
          listed: (object) => managed.share(object),
        });
      },
      log: this.#log,
      clock: this.clock,
      random: this.#parts.random,
      streaming: this.#options.streaming,
      onWatchError: this.#options.onWatchError,
      scopeOf: (gvk) => this.#mapper.known(gvk)?.scope,
    });
  }

  #specOf({ gvk }: KindInfo): InformerSpec | undefined {
    const entry = this.#options.kinds?.find(([kind]) => kind.gvk.group === gvk.group && kind.gvk.kind === gvk.kind);
    return entry?.[1];
  }
}

/** Whether metadata only is read from a cache of whole objects. */
function isPart(asked: KindInfo, cached: KindInfo): boolean {
  return asked.projection === 'metadata' && cached.projection === undefined;
}

/** Re-exported for those who use informers of this cache. */
export type { Informer };
