/** One informer behind all its handles: partitions, listeners and condition. */
import type { Clock } from '../../clock.js';
import { outsideWork } from '../../current-work.js';
import { linkAbort, longLivedAbort, orAborted } from '../../linked-abort.js';
import type { Logger } from '../../log/logger.js';
import type { ObjectEvent } from '../../object/event.js';
import type { GVK, Kind, Scope } from '../../object/kind.js';
import type { KubeObject, ObjectMeta } from '../../object/meta.js';
import type { DeepReadonly } from '../../object/readonly.js';
import type { CacheOptions } from '../cache.js';
import { CacheSyncError } from '../cache-error.js';
import type { InformerHealth } from './informer.js';
import type { PartitionSpec, ResolvedSpec } from './informer-spec.js';
import type { ListWatch } from '../../client/watch/list-watch.js';
import { keyOf } from '../store/object-key.js';
import { Partition } from './partition.js';
import { Reflector } from './reflector.js';
import { isInShard, shardKeyOf } from './shard.js';
import type { IndexFunction } from '../store/store.js';
import { EventDelivery, type EventListener } from './subscription.js';
import { WatchConditions } from './watch-conditions.js';
import { needsSomebody } from '../../client/watch/watch-failure.js';

/** Settings of an informer. */
export interface SharedInformerOptions {
  readonly kind: Kind;
  readonly spec: ResolvedSpec;
  readonly source: (partition: PartitionSpec) => ListWatch;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly streaming?: boolean | undefined;
  readonly onWatchError?: CacheOptions['onWatchError'] | undefined;
  /** Where objects of a kind live, as far as that is known. */
  readonly scopeOf?: (gvk: GVK) => Scope | undefined;
}

/** Watches one kind with one spec. */
export class SharedInformer {
  readonly kind: Kind;
  readonly spec: ResolvedSpec;
  readonly partitions: readonly Partition[];
  readonly #options: SharedInformerOptions;
  readonly #log: Logger;
  readonly #deliveries = new Set<EventDelivery>();
  readonly #waiters = new Set<() => void>();
  readonly #stop = longLivedAbort();
  readonly #conditions: WatchConditions;
  #running: Promise<unknown> | undefined;

  constructor(options: SharedInformerOptions) {
    const { kind, spec } = options;
    this.kind = kind;
    this.spec = spec;
    this.#options = options;
    this.#log = options.log.with({ kind: kind.gvk.kind, apiVersion: kind.apiVersion });
    this.#conditions = new WatchConditions({ clock: options.clock, log: this.#log });
    this.partitions = spec.partitions.map((partition) => this.#makePartition(partition));
  }

  get isSynced(): boolean {
    return this.partitions.every((partition) => partition.isSynced);
  }

  get isStarted(): boolean {
    return this.#running !== undefined;
  }

  get health(): InformerHealth {
    const namespaces = this.partitions.map((partition) => partition.namespace);
    const [failure] = this.#conditions.failures();
    const silentMs = this.#conditions.silentMs();
    return {
      kind: this.kind.gvk.kind,
      apiVersion: this.kind.apiVersion,
      namespaces: namespaces.includes('') ? [] : namespaces,
      state: this.#state(),
      ...(failure ? { lastError: failure.error } : {}),
      ...(silentMs === undefined ? {} : { silentMs }),
      objects: this.partitions.reduce((sum, { store }) => sum + store.size, 0),
    };
  }

  start(): void {
    // It outlives the reconcile whose read happens to start it.
    this.#running ??= outsideWork(() =>
      Promise.all(
        this.partitions.map((partition, index) => this.#reflectorOf(partition, index).run(this.#stop.signal)),
      ),
    );
  }

  /** Ends the watches and all subscriptions. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error(`the informer of ${this.kind.gvk.kind} was stopped`));
    this.#wake();
    await Promise.all([this.#running, ...[...this.#deliveries].map((delivery) => delivery[Symbol.asyncDispose]())]);
  }

  addIndex(name: string, valuesOf: IndexFunction): void {
    for (const { store } of this.partitions) store.addIndex(name, valuesOf);
  }

  /** Registers a listener; it first gets what is there. `freezes` is for listeners that are not ours. */
  subscribe(listener: EventListener, options: { freezes?: boolean; resyncMs?: number } = {}): EventDelivery {
    const resync = this.#resync(options.resyncMs ?? this.spec.resyncMs, () => delivery);
    const delivery: EventDelivery = new EventDelivery({
      listener,
      log: this.#log,
      freezes: options.freezes ?? true,
      onClose: () => {
        this.#deliveries.delete(delivery);
        resync.cancel();
      },
    });
    const events = this.#tellAll((object): ObjectEvent => ({ type: 'create', object, initial: true }));
    this.#deliveries.add(delivery);
    delivery.deliver(events);
    if (this.isSynced) delivery.deliver([{ type: 'synced' }]);
    return delivery;
  }

  /**
   * Resolves when the store is filled. With `failFast` it rejects as soon as the server refuses for a
   * reason that waiting does not fix.
   */
  async synced(options: { signal?: AbortSignal; timeoutMs?: number; failFast?: boolean } = {}): Promise<void> {
    if (this.isSynced) return;
    const { timeoutMs, failFast = false } = options;
    const waited = timeoutMs === undefined ? undefined : `${Math.round(timeoutMs / 1000)} s`;
    const link = linkAbort([options.signal, this.#stop.signal], {
      timeoutMs,
      clock: this.#options.clock,
      timeoutError: () => new CacheSyncError(this.kind.gvk, this.#conditions.failures()[0]?.error, waited),
    });
    try {
      await orAborted(this.#settled(failFast), link.signal);
    } finally {
      link[Symbol.dispose]();
    }
  }

  #settled(failFast: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        this.#waiters.delete(check);
        settle();
      };
      const check = (): void => {
        if (this.isSynced) return finish(resolve);
        const { gvk } = this.kind;
        const error = this.#conditions.failures().find((failure) => needsSomebody(failure.error))?.error;
        if (failFast && error !== undefined) return finish(() => reject(new CacheSyncError(gvk, error)));
        if (this.#stop.signal.aborted) finish(() => reject(this.#stop.signal.reason));
      };
      this.#waiters.add(check);
      check();
    });
  }

  #state(): InformerHealth['state'] {
    if (this.#stop.signal.aborted) return 'stopped';
    if (this.#conditions.failures().length > 0) return 'failing';
    if (this.isSynced) return 'synced';
    return this.#running ? 'syncing' : 'idle';
  }

  #makePartition(spec: PartitionSpec): Partition {
    const { shard } = this.spec;
    const { scopeOf = () => undefined } = this.#options;
    const keeps =
      shard &&
      ((metadata: DeepReadonly<ObjectMeta>) =>
        isInShard(shard.by === 'owner' ? shardKeyOf(metadata, scopeOf) : keyOf(metadata), shard));
    const condition = this.#conditions.add();
    return new Partition({
      ...spec,
      scope: this.kind.scope,
      ...(keeps ? { keeps } : {}),
      log: this.#log,
      listener: {
        events: (events) => this.#deliveries.forEach((delivery) => delivery.deliver(events)),
        synced: () => this.#onSynced(),
        failed: (error, retryInMs) => {
          condition.failed(error, retryInMs);
          this.#tell(error, retryInMs);
          this.#wake();
        },
        recovered: () => condition.recovered(),
      },
    });
  }

  #reflectorOf(partition: Partition, index: number): Reflector {
    const { source, clock, random, streaming } = this.#options;
    const spec = this.spec.partitions[index] ?? { namespace: partition.namespace };
    const reflector = new Reflector({
      source: source(spec),
      sink: partition,
      log: this.#log,
      clock,
      random,
      streaming,
    });
    partition.ownWrites.onSilence = () => reflector.reopen();
    return reflector;
  }

  #tell(error: unknown, retryInMs: number): void {
    try {
      this.#options.onWatchError?.(error, { kind: this.kind, retryInMs });
    } catch (failure) {
      this.#log.error('onWatchError itself failed', { error: failure });
    }
  }

  #onSynced(): void {
    if (!this.isSynced) return;
    this.#log.debug('informer synced', { objects: this.health.objects });
    this.#deliveries.forEach((delivery) => delivery.deliver([{ type: 'synced' }]));
    this.#wake();
  }

  /** An event for every object that is stored now. */
  #tellAll(eventOf: (object: KubeObject) => ObjectEvent): ObjectEvent[] {
    const events: ObjectEvent[] = [];
    for (const { store } of this.partitions) for (const object of store.peekAll()) events.push(eventOf(object));
    return events;
  }

  #wake(): void {
    for (const check of this.#waiters) check();
  }

  #resync(periodMs: number, delivery: () => EventDelivery): { cancel(): void } {
    if (periodMs <= 0) return { cancel: () => undefined };
    const { clock, random = Math.random } = this.#options;
    // Spread, so that the informers of many kinds do not fall due together.
    const next = (): number => periodMs * (0.9 + 0.2 * random());
    const tick = (): void => {
      delivery().deliver(
        this.#tellAll((object): ObjectEvent => ({ type: 'update', old: object, object, resync: true })),
      );
      timer = clock.after(next(), tick);
    };
    let timer = clock.after(next(), tick);
    return { cancel: () => timer.cancel() };
  }
}
