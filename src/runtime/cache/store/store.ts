/** The objects of one watch, with indexes. No I/O, no notifications: it returns what changed. */
import type { KubeObject } from '../../object/meta.js';
import type { DeepReadonly, Stored } from '../../object/readonly.js';
import { deepFreeze } from './freeze.js';
import { keyOf } from './object-key.js';

/** Values under which an object is found in an index. Must not depend on anything but the object. */
export type IndexFunction<T extends KubeObject = KubeObject> = (object: DeepReadonly<T>) => readonly string[];

/** One difference between two states of a store. */
export type StoreChange<T extends KubeObject = KubeObject> =
  | { readonly type: 'create'; readonly object: T }
  | { readonly type: 'update'; readonly old: T; readonly object: T }
  | { readonly type: 'delete'; readonly object: T; readonly stateUnknown: boolean };

/** What may be read of a store. The objects are frozen. */
export interface ReadonlyStore<T extends KubeObject = KubeObject, Read = Stored<T>> {
  readonly size: number;
  get(key: string): Read | undefined;
  list(namespace?: string): Read[];
  keys(): string[];
  byIndex(name: string, value: string): Read[];
}

interface Index {
  readonly valuesOf: IndexFunction;
  readonly keysByValue: Map<string, Set<string>>;
}

const BY_NAMESPACE = 'namespace';

/** Objects by key. */
export class ObjectStore implements ReadonlyStore<KubeObject, DeepReadonly<KubeObject>> {
  readonly #objects = new Map<string, KubeObject>();
  readonly #indexes = new Map<string, Index>();

  constructor() {
    this.addIndex(BY_NAMESPACE, ({ metadata }) => (metadata.namespace ? [metadata.namespace] : []));
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): DeepReadonly<KubeObject> | undefined {
    return deepFreeze(this.#objects.get(key));
  }

  /** For the runtime itself: not frozen, must not be handed out. */
  peek(key: string): KubeObject | undefined {
    return this.#objects.get(key);
  }

  /** All of them, as `peek` gives them. */
  peekAll(): Iterable<KubeObject> {
    return this.#objects.values();
  }

  list(namespace?: string): DeepReadonly<KubeObject>[] {
    if (namespace) return this.byIndex(BY_NAMESPACE, namespace);
    return [...this.#objects.values()].map(deepFreeze);
  }

  keys(): string[] {
    return [...this.#objects.keys()];
  }

  hasIndex(name: string): boolean {
    return this.#indexes.has(name);
  }

  byIndex(name: string, value: string): DeepReadonly<KubeObject>[] {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`there is no index "${name}"; register it with cache.index(kind, "${name}", …)`);
    const found: DeepReadonly<KubeObject>[] = [];
    for (const key of index.keysByValue.get(value) ?? []) {
      const object = this.#objects.get(key);
      if (object) found.push(deepFreeze(object));
    }
    return found;
  }

  /** Indexes what is there and what will come. */
  addIndex(name: string, valuesOf: IndexFunction): void {
    if (this.#indexes.has(name))
      throw new Error(`the index "${name}" is registered twice; give each index its own name`);
    const index: Index = { valuesOf, keysByValue: new Map() };
    this.#indexes.set(name, index);
    for (const [key, object] of this.#objects) enter(index, key, object);
  }

  /** Stores an object; undefined when exactly this version is stored already. */
  put(object: KubeObject): StoreChange | undefined {
    const key = keyOf(object.metadata);
    const old = this.#objects.get(key);
    // A transform may have removed the version; then nothing says that nothing changed.
    const { resourceVersion } = object.metadata;
    if (old && resourceVersion !== undefined && old.metadata.resourceVersion === resourceVersion) return undefined;
    if (old) this.#leave(key, old);
    this.#objects.set(key, object);
    for (const index of this.#indexes.values()) enter(index, key, object);
    return old ? { type: 'update', old, object } : { type: 'create', object };
  }

  /** Removes an object. `last` is its final state when the server told it. */
  remove(key: string, last?: KubeObject): StoreChange | undefined {
    const old = this.#objects.get(key);
    if (!old) return undefined;
    this.#leave(key, old);
    this.#objects.delete(key);
    return { type: 'delete', object: last ?? old, stateUnknown: last === undefined };
  }

  /**
   * Makes the store contain exactly these objects: first deletions, then the rest in the order given. One step for each
   * object, so that others can work in between; undefined for a step that changes nothing.
   */
  *replace(objects: readonly KubeObject[]): Generator<StoreChange | undefined, void> {
    if (this.#objects.size > 0) {
      const present = new Set<string>();
      for (const { metadata } of objects) yield void present.add(keyOf(metadata));
      for (const key of this.keys()) yield present.has(key) ? undefined : this.remove(key);
    }
    for (const object of objects) yield this.put(object);
  }

  #leave(key: string, object: KubeObject): void {
    for (const index of this.#indexes.values()) {
      for (const value of index.valuesOf(object)) {
        const keys = index.keysByValue.get(value);
        keys?.delete(key);
        if (keys?.size === 0) index.keysByValue.delete(value);
      }
    }
  }
}

function enter(index: Index, key: string, object: KubeObject): void {
  for (const value of index.valuesOf(object)) {
    const keys = index.keysByValue.get(value);
    if (keys) keys.add(key);
    else index.keysByValue.set(value, new Set([key]));
  }
}
