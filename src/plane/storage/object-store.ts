/** All objects of the server in memory, under one resourceVersion, with the history that watches and continued lists need. */
import { keyOf, type ApiObject } from './api-object.js';

/** One change. `previous` is what the object was before. */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly version: number;
  readonly object: ApiObject;
  readonly previous: ApiObject | undefined;
}

/** Called synchronously for each change of a collection, in order. */
export type StoreListener = (event: StoreEvent) => void;

/** What a write found when the object was no longer the expected one. */
export class StaleObject extends Error {
  override readonly name = 'StaleObject';
}

/** A view of a collection at one moment. */
export interface Snapshot {
  readonly version: number;
  /** Sorted by namespace, then name. */
  readonly objects: readonly ApiObject[];
}

/** All collections. Stored objects are shared: do not change them. */
export class ObjectStore {
  private version: number;
  private readonly collections = new Map<string, Collection>();
  private readonly historyLimit: number;
  private readonly listeners = new Set<(collection: string, event: StoreEvent) => void>();

  constructor(options: { historyLimit?: number; firstVersion?: number } = {}) {
    this.historyLimit = options.historyLimit ?? 10_000;
    this.version = options.firstVersion ?? 1;
  }

  /** The newest resourceVersion. */
  get currentVersion(): number {
    return this.version;
  }

  /** The collection of this name; made when it is new. */
  collection(name: string): Collection {
    const known = this.collections.get(name);
    if (known !== undefined) return known;
    const made = new Collection({ next: () => ++this.version, current: () => this.version }, this.historyLimit);
    this.collections.set(name, made);
    made.listen((event) => {
      for (const listener of this.listeners) listener(name, event);
    });
    return made;
  }

  /** Names of all collections that were ever used. */
  collectionNames(): string[] {
    return [...this.collections.keys()];
  }

  /** Calls the listener for each change of any collection until the returned function is called. */
  listenAll(listener: (collection: string, event: StoreEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Forgets all history, as compaction of etcd does: older watches and continue tokens get 410. */
  compact(): void {
    for (const collection of this.collections.values()) collection.compact();
  }
}

interface Versions {
  next(): number;
  current(): number;
}

/** Objects of one resource. */
class Collection {
  private readonly objects = new Map<string, ApiObject>();
  private sorted: ApiObject[] | undefined;
  private history: StoreEvent[] = [];
  private readonly listeners = new Set<StoreListener>();
  private readonly versions: Versions;
  private readonly historyLimit: number;
  /** Changes up to and including this version can no longer be replayed. */
  private compactedTo = 0;

  constructor(versions: Versions, historyLimit: number) {
    this.versions = versions;
    this.historyLimit = historyLimit;
  }

  get size(): number {
    return this.objects.size;
  }

  get(key: string): ApiObject | undefined {
    return this.objects.get(key);
  }

  /** Stores a new object and returns it with its resourceVersion; undefined when the key is taken. */
  create(object: ApiObject): ApiObject | undefined {
    const key = keyOf(object);
    if (this.objects.has(key)) return undefined;
    return this.put('ADDED', key, object, undefined);
  }

  /** Replaces `expected`; throws `StaleObject` when something else is stored by now. */
  update(expected: ApiObject, object: ApiObject): ApiObject {
    const key = keyOf(expected);
    if (this.objects.get(key) !== expected) throw new StaleObject(key);
    return this.put('MODIFIED', key, object, expected);
  }

  /** Removes `expected`; its last state is stamped with the version of the removal. */
  remove(expected: ApiObject): ApiObject {
    const key = keyOf(expected);
    if (this.objects.get(key) !== expected) throw new StaleObject(key);
    const version = this.versions.next();
    const last = stamped(expected, version);
    this.objects.delete(key);
    this.sorted = undefined;
    this.emit({ type: 'DELETED', version, object: last, previous: expected });
    return last;
  }

  /** The state now. */
  snapshot(): Snapshot {
    this.sorted ??= [...this.objects.values()].sort(byKey);
    return { version: this.versions.current(), objects: this.sorted };
  }

  /** The state as it was at a version, or undefined when that is no longer known. */
  snapshotAt(version: number): Snapshot | undefined {
    if (version < this.compactedTo) return undefined;
    const objects = new Map(this.objects);
    for (let index = this.history.length - 1; index >= 0; index--) {
      const event = this.history[index];
      if (event === undefined || event.version <= version) break;
      if (event.previous === undefined) objects.delete(keyOf(event.object));
      else objects.set(keyOf(event.object), event.previous);
    }
    return { version, objects: [...objects.values()].sort(byKey) };
  }

  /** Changes after a version, or undefined when some of them are forgotten. */
  eventsSince(version: number): readonly StoreEvent[] | undefined {
    if (version < this.compactedTo) return undefined;
    let low = 0;
    let high = this.history.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.history[middle]?.version ?? 0) <= version) low = middle + 1;
      else high = middle;
    }
    return this.history.slice(low);
  }

  /** Calls the listener for each later change until the returned function is called. */
  listen(listener: StoreListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  compact(): void {
    this.history = [];
    this.compactedTo = this.versions.current();
  }

  private put(type: 'ADDED' | 'MODIFIED', key: string, object: ApiObject, previous: ApiObject | undefined): ApiObject {
    const version = this.versions.next();
    const stored = stamped(object, version);
    this.objects.set(key, stored);
    this.sorted = undefined;
    this.emit({ type, version, object: stored, previous });
    return stored;
  }

  private emit(event: StoreEvent): void {
    this.history.push(event);
    if (this.history.length > this.historyLimit * 1.25) {
      const dropped = this.history.length - this.historyLimit;
      this.compactedTo = this.history[dropped - 1]?.version ?? this.compactedTo;
      this.history = this.history.slice(dropped);
    }
    for (const listener of this.listeners) listener(event);
  }
}

/** In the order in which Go writes them, for those who read the JSON itself. */
function stamped({ kind, apiVersion, metadata, ...rest }: ApiObject, version: number): ApiObject {
  const { name, generateName, namespace, uid, generation, creationTimestamp, labels, annotations, ...others } =
    metadata;
  const ordered = {
    ...(name === undefined ? {} : { name }),
    ...(generateName === undefined ? {} : { generateName }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
    resourceVersion: String(version),
    ...(generation === undefined ? {} : { generation }),
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...others,
  };
  // Of those that follow, the old version is no longer true.
  ordered.resourceVersion = String(version);
  return { kind, apiVersion, metadata: ordered, ...rest };
}

function byKey(left: ApiObject, right: ApiObject): number {
  const leftKey = keyOf(left);
  const rightKey = keyOf(right);
  if (leftKey === rightKey) return 0;
  return leftKey < rightKey ? -1 : 1;
}
