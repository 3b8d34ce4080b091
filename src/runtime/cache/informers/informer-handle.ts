/** One user's handle of a shared informer. */
import type { StoredEvent } from '../../object/event.js';
import type { KindInfo } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import type { DeepReadonly } from '../../object/readonly.js';
import { optionMs, type WaitTime } from '../../object/wait-time.js';
import type { Informer, InformerHealth, SubscribeOptions } from './informer.js';
import { oldestVersion } from '../../../kubernetes/version/resource-version.js';
import { resyncMs } from './informer-spec.js';
import type { SharedInformer } from './shared-informer.js';
import type { ReadonlyStore } from '../store/store.js';
import type { EventDelivery, EventListener, Subscription } from './subscription.js';

/** Gives access to a shared informer until it is disposed. */
export class InformerHandle<T extends KubeObject> implements Informer<T> {
  readonly kind: KindInfo;
  readonly store: ReadonlyStore<T>;
  readonly #shared: SharedInformer;
  readonly #release: () => Promise<void>;
  readonly #subscriptions = new Set<EventDelivery>();
  #isReleased = false;

  constructor(shared: SharedInformer, release: () => Promise<void>) {
    this.kind = shared.kind;
    // The store contains what the watch of this kind delivers, which is T by the kind's own promise.
    this.store = new JoinedStore(shared) as unknown as ReadonlyStore<T>;
    this.#shared = shared;
    this.#release = release;
  }

  get resourceVersion(): string | undefined {
    // Each namespace has a watch of its own, and only what all of them have reached is known of all.
    return oldestVersion(this.#shared.partitions.map((partition) => partition.resourceVersion));
  }

  get health(): InformerHealth {
    return this.#shared.health;
  }

  on(listener: (event: StoredEvent<T>) => void | Promise<void>, options: SubscribeOptions = {}): Subscription {
    return this.subscribe(listener as unknown as EventListener, options);
  }

  /** `on` for the runtime's own listeners, which do not need frozen objects. */
  subscribe(listener: EventListener, options: SubscribeOptions & { freezes?: boolean } = {}): EventDelivery {
    const { signal, resync, freezes } = options;
    if (this.#isReleased)
      throw new Error(`the informer of ${this.kind.gvk.kind} was disposed; ask the cache for a new one`);
    const delivery = this.#shared.subscribe(listener, { resyncMs: resyncMs(resync), freezes });
    this.#subscriptions.add(delivery);
    const close = (): void => void delivery[Symbol.asyncDispose]();
    delivery.onClose(() => {
      signal?.removeEventListener('abort', close);
      this.#subscriptions.delete(delivery);
    });
    if (signal?.aborted) close();
    else signal?.addEventListener('abort', close, { once: true });
    return delivery;
  }

  async *events(options: { signal?: AbortSignal } = {}): AsyncGenerator<StoredEvent<T>> {
    const buffer: StoredEvent<T>[] = [];
    let wake: () => void = () => undefined;
    const subscription = this.subscribe((event) => {
      // Of this kind, by the kind's own promise.
      buffer.push(event as unknown as StoredEvent<T>);
      wake();
    }, options);
    subscription.onClose(() => wake());
    try {
      while (!subscription.isClosed) {
        yield* buffer.splice(0);
        if (buffer.length === 0 && !subscription.isClosed) await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      await subscription[Symbol.asyncDispose]();
    }
  }

  synced({ timeout, ...rest }: { signal?: AbortSignal; timeout?: WaitTime; failFast?: boolean } = {}): Promise<void> {
    return this.#shared.synced({ ...rest, timeoutMs: optionMs('timeout', timeout) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    await Promise.all([...this.#subscriptions].map((subscription) => subscription[Symbol.asyncDispose]()));
    await this.#release();
  }
}

/** The stores of all partitions as one. */
class JoinedStore implements ReadonlyStore<KubeObject, DeepReadonly<KubeObject>> {
  readonly #shared: SharedInformer;

  constructor(shared: SharedInformer) {
    this.#shared = shared;
  }

  get size(): number {
    return this.#stores().reduce((sum, store) => sum + store.size, 0);
  }

  get(key: string): DeepReadonly<KubeObject> | undefined {
    for (const store of this.#stores()) {
      const object = store.get(key);
      if (object) return object;
    }
    return undefined;
  }

  list(namespace?: string): DeepReadonly<KubeObject>[] {
    return this.#stores().flatMap((store) => store.list(namespace));
  }

  keys(): string[] {
    return this.#stores().flatMap((store) => store.keys());
  }

  byIndex(name: string, value: string): DeepReadonly<KubeObject>[] {
    return this.#stores().flatMap((store) => store.byIndex(name, value));
  }

  #stores() {
    return this.#shared.partitions.map(({ store }) => store);
  }
}
