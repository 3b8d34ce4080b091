/** One reflector and its store: the part of a kind that lives in one namespace, or all of it. */
import type { Logger } from '../../log/logger.js';
import type { ObjectEvent } from '../../object/event.js';
import type { Scope } from '../../object/kind.js';
import { labelMatcher, type LabelSelectorInput } from '../../object/label-selector.js';
import type { KubeObject, ObjectMeta } from '../../object/meta.js';
import type { DeepReadonly } from '../../object/readonly.js';
import { type MetadataFields, metadataFields } from '../store/metadata-fields.js';
import { keyOf } from '../store/object-key.js';
import { OwnWrites } from '../writes/own-writes.js';
import type { WatchChange } from '../../client/watch/watcher.js';
import type { ReflectorSink } from './reflector.js';
import { newerVersion } from '../../../kubernetes/version/resource-version.js';
import { timeSlice } from '../../time-slice.js';
import { ObjectStore, type StoreChange } from '../store/store.js';
import { type Transform, transformed } from '../store/transformed.js';

/** What a partition reports. */
export interface PartitionListener {
  events(events: readonly ObjectEvent[]): void;
  synced(): void;
  failed(error: unknown, retryInMs: number): void;
  recovered(): void;
}

/** Settings of a partition. */
export interface PartitionOptions {
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly scope: Scope;
  readonly labels?: LabelSelectorInput | undefined;
  readonly fields?: string | undefined;
  readonly transform?: Transform | undefined;
  /** Objects that are kept; all when left out. */
  readonly keeps?: ((metadata: DeepReadonly<ObjectMeta>) => boolean) | undefined;
  readonly listener: PartitionListener;
  readonly log: Logger;
}

/** Turns what a reflector sees into store contents and events. */
export class Partition implements ReflectorSink {
  readonly namespace: string;
  readonly scope: Scope;
  readonly store = new ObjectStore();
  readonly ownWrites: OwnWrites;
  readonly #options: PartitionOptions;
  readonly #fields: MetadataFields;
  readonly #matches: (labels: DeepReadonly<ObjectMeta>['labels']) => boolean;
  #version: string | undefined;
  #isSynced = false;

  constructor(options: PartitionOptions) {
    this.namespace = options.namespace;
    this.scope = options.scope;
    this.#matches = options.labels === undefined ? () => true : labelMatcher(options.labels);
    this.#fields = metadataFields(options.fields);
    this.#options = options;
    this.ownWrites = new OwnWrites(this);
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** The version up to which the store knows everything. */
  get resourceVersion(): string | undefined {
    return this.#version;
  }

  /** Whether an object with this metadata could be in the store. */
  keeps(metadata: DeepReadonly<ObjectMeta>): boolean {
    return this.#options.keeps?.(metadata) ?? true;
  }

  /** Whether the watch certainly selects an object with this metadata; other fields cannot be judged here. */
  selects(metadata: DeepReadonly<ObjectMeta>): boolean {
    return this.#fields.isComplete && this.#fields.admits(metadata) && this.#matches(metadata.labels);
  }

  /** Whether the watch can see objects of this namespace at all. */
  covers(namespace: string): boolean {
    return (this.namespace === '' || this.namespace === namespace) && this.#fields.admits({ namespace });
  }

  /** In slices: readers may see a part of it, as if its changes had come one by one, but never its version. */
  async replaced(objects: readonly KubeObject[], resourceVersion: string): Promise<void> {
    const isInitial = !this.#isSynced;
    const kept: KubeObject[] = [];
    for (const object of objects) {
      const admitted = this.#admit(object);
      if (admitted) kept.push(admitted);
      if (timeSlice.isOver()) await timeSlice.next();
    }
    let events: ObjectEvent[] = [];
    for (const change of this.store.replace(kept)) {
      if (change) events.push(eventOf(this.#noted(change), isInitial));
      if (!timeSlice.isOver()) continue;
      // In one turn with what is stored: a listener that comes now gets the rest, and nothing twice.
      this.#publish(events);
      events = [];
      await timeSlice.next();
    }
    // A restored server starts again from an older version, so this is the newest even if it is smaller.
    if (newerVersion(this.#version, resourceVersion) !== resourceVersion) this.ownWrites.forget();
    this.#version = resourceVersion;
    this.#isSynced = true;
    this.#publish(events);
    this.#options.listener.recovered();
    if (isInitial) this.#options.listener.synced();
  }

  changed(changes: readonly WatchChange[], resourceVersion: string): void {
    const events: ObjectEvent[] = [];
    for (const change of changes) {
      const stored = this.#store(change);
      if (stored) events.push(eventOf(stored, false));
    }
    this.#version = newerVersion(this.#version, resourceVersion) ?? resourceVersion;
    this.#publish(events);
    this.#options.listener.recovered();
  }

  advanced(resourceVersion: string): void {
    this.#version = newerVersion(this.#version, resourceVersion) ?? resourceVersion;
    this.ownWrites.wake();
    this.#options.listener.recovered();
  }

  failed(error: unknown, retryInMs: number): void {
    this.#options.listener.failed(error, retryInMs);
  }

  #store({ type, object }: WatchChange): StoreChange | undefined {
    if (type === 'DELETED') return this.#remove(object, this.#admit(object) ?? object);
    const admitted = this.#admit(object);
    if (!admitted && !this.keeps(object.metadata)) return this.#leave(object);
    const stored = admitted && this.store.put(admitted);
    if (stored) this.#noted(stored);
    return admitted ? stored : this.#remove(object, object);
  }

  /** Another replica has it from now on: it is not gone, only changed so that it is no longer of our shard. */
  #leave(object: KubeObject): StoreChange | undefined {
    const removed = this.#remove(object);
    return removed && { type: 'update', old: removed.object, object };
  }

  #remove({ metadata }: KubeObject, last?: KubeObject): StoreChange | undefined {
    const removed = this.store.remove(keyOf(metadata), last);
    return removed && this.#noted(removed);
  }

  #noted(change: StoreChange): StoreChange {
    this.ownWrites.observed(change);
    return change;
  }

  #admit(object: KubeObject): KubeObject | undefined {
    if (!this.keeps(object.metadata)) return undefined;
    if (!this.#options.transform) return object;
    try {
      return transformed(this.#options.transform, object);
    } catch (error) {
      const { namespace, name } = object.metadata;
      this.#options.log.error('transform failed, the object is left out of the cache', { namespace, name, error });
      return undefined;
    }
  }

  #publish(events: readonly ObjectEvent[]): void {
    this.ownWrites.wake();
    if (events.length > 0) this.#options.listener.events(events);
  }
}

function eventOf(change: StoreChange, isInitial: boolean): ObjectEvent {
  switch (change.type) {
    case 'create':
      return { type: 'create', object: change.object, initial: isInitial };
    case 'update':
      return { type: 'update', old: change.old, object: change.object, resync: false };
    case 'delete':
      return { type: 'delete', object: change.object, stateUnknown: change.stateUnknown };
  }
}
