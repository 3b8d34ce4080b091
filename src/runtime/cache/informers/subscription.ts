/** One listener of an informer, with a buffer of its own: a slow one delays nobody else. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '../../log/logger.js';
import type { ObjectEvent } from '../../object/event.js';
import { timeSlice } from '../../time-slice.js';
import { deepFreeze } from '../store/freeze.js';

/** Called for one event at a time, in order. A promise delays the next event. */
export type EventListener = (event: ObjectEvent) => void | Promise<void>;

/**
 * A listener that is registered. Disposing it waits until the event in work has been handled, except when the listener
 * itself does it.
 */
export interface Subscription extends AsyncDisposable {
  /** Resolves when the listener has seen all objects that were there at its start; rejects when it is disposed before. */
  readonly synced: Promise<void>;
}

/** Whose listener is at work. */
const working = new AsyncLocalStorage<EventDelivery>();

type Item = ObjectEvent | { readonly type: 'synced' };

/** Delivers events to one listener. */
export class EventDelivery implements Subscription {
  readonly synced: Promise<void>;
  readonly #listener: EventListener;
  readonly #log: Logger;
  readonly #freezes: boolean;
  #buffer: Item[] = [];
  #draining: Promise<void> | undefined;
  #isDraining = false;
  #isClosed = false;
  #resolveSynced: () => void = () => undefined;
  #rejectSynced: (reason: Error) => void = () => undefined;
  readonly #closeListeners: (() => void)[];

  constructor(options: { listener: EventListener; log: Logger; freezes: boolean; onClose: () => void }) {
    this.#listener = options.listener;
    this.#log = options.log;
    this.#freezes = options.freezes;
    this.#closeListeners = [options.onClose];
    this.synced = new Promise((resolve, reject) => {
      this.#resolveSynced = resolve;
      this.#rejectSynced = reject;
    });
    // Nobody has to wait for it.
    this.synced.catch(() => undefined);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Appends events; those that can be handled at once are. */
  deliver(items: readonly Item[]): void {
    if (this.#isClosed || items.length === 0) return;
    for (const item of items) this.#buffer.push(item);
    if (!this.#isDraining) this.#draining = this.#drain();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#buffer = [];
      this.#closeListeners.splice(0).forEach((listener) => listener());
      this.#rejectSynced(new Error('the subscription was closed before it was synced'));
    }
    // A listener that ends its own subscription would wait for itself.
    if (working.getStore() !== this) await this.#draining;
  }

  /** Calls back when the subscription is closed, by whomever. */
  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closeListeners.push(listener);
  }

  async #drain(): Promise<void> {
    // Set and cleared in the same turn as the buffer is looked at, or an item could be left lying.
    this.#isDraining = true;
    while (this.#buffer.length > 0) {
      const batch = this.#buffer;
      this.#buffer = [];
      for (const item of batch) {
        if (this.#isClosed) return;
        const pending = this.#handle(item);
        if (pending) await pending;
        if (timeSlice.isOver()) await timeSlice.next();
      }
    }
    this.#isDraining = false;
  }

  #handle(item: Item): void | Promise<void> {
    if (item.type === 'synced') return this.#resolveSynced();
    if (this.#freezes) freezeEvent(item);
    try {
      // The runtime's own listeners never end themselves, and are called very often.
      const pending = this.#freezes ? working.run(this, () => this.#listener(item)) : this.#listener(item);
      return pending instanceof Promise ? pending.catch((error: unknown) => this.#report(error, item)) : undefined;
    } catch (error) {
      return this.#report(error, item);
    }
  }

  /** A listener's mistake loses this event for this listener, and nothing else. */
  #report(error: unknown, { type, object }: ObjectEvent): void {
    const { kind, metadata } = object;
    this.#log.error('event listener failed', {
      event: type,
      kind,
      namespace: metadata.namespace,
      name: metadata.name,
      error,
    });
  }
}

function freezeEvent(event: ObjectEvent): void {
  deepFreeze(event.object);
  if (event.type === 'update') deepFreeze(event.old);
}
