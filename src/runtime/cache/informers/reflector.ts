/** Keeps a copy of the server's state: tells a sink what a watcher sees, whole states in one piece. */
import { type WatchChange, Watcher, type WatcherEvent, type WatcherOptions } from '../../client/watch/watcher.js';
import type { KubeObject } from '../../object/meta.js';

/** Gets what the reflector sees, in order. */
export interface ReflectorSink {
  /** The complete state. Nothing else is sent before it has been processed. */
  replaced(objects: readonly KubeObject[], resourceVersion: string): void | Promise<void>;
  changed(changes: readonly WatchChange[], resourceVersion: string): void;
  /** Nothing changed up to this version. */
  advanced(resourceVersion: string): void;
  /** A try failed; the next one follows. */
  failed(error: unknown, retryInMs: number): void;
}

/** Settings of a reflector. */
export interface ReflectorOptions extends Omit<WatcherOptions, 'since'> {
  readonly sink: ReflectorSink;
}

/** Runs until its signal aborts. */
export class Reflector {
  readonly #sink: ReflectorSink;
  readonly #watcher: Watcher;
  /** The parts of a state that is not complete yet. */
  #parts = new Map<string, KubeObject>();

  constructor(options: ReflectorOptions) {
    this.#sink = options.sink;
    this.#watcher = new Watcher(options);
  }

  /** Never rejects: errors go to the sink, errors of the sink too, and are followed by another try. */
  async run(signal: AbortSignal): Promise<void> {
    const events = this.#watcher.events(signal);
    let step = await events.next();
    while (!step.done) {
      try {
        const taken = this.#tell(step.value);
        if (taken) await taken;
      } catch (error) {
        step = await events.throw(error);
        continue;
      }
      step = await events.next();
    }
  }

  /** Watches again from the version that is reached: the connection of the watch may be dead. */
  reopen(): void {
    this.#watcher.reopen();
  }

  #tell(event: WatcherEvent): void | Promise<void> {
    switch (event.type) {
      case 'init':
        this.#parts = new Map();
        return;
      case 'state':
        return this.#collect(event.changes);
      case 'initDone':
        return this.#replace(event.resourceVersion);
      case 'changes':
        return this.#sink.changed(event.changes, event.resourceVersion);
      case 'bookmark':
        return this.#sink.advanced(event.resourceVersion);
      case 'failed':
        // An expired version is not a failure: the new state follows at once.
        if (event.retryInMs > 0) this.#sink.failed(event.error, event.retryInMs);
    }
  }

  #collect(changes: readonly WatchChange[]): void {
    for (const { type, object } of changes) {
      const { namespace = '', name = '' } = object.metadata;
      if (type === 'DELETED') this.#parts.delete(`${namespace}/${name}`);
      else this.#parts.set(`${namespace}/${name}`, object);
    }
  }

  #replace(resourceVersion: string): void | Promise<void> {
    const objects = [...this.#parts.values()];
    this.#parts = new Map();
    return this.#sink.replaced(objects, resourceVersion);
  }
}
