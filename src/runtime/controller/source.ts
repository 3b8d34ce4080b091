/** Where requests come from. */
import { type Clock, pause, systemClock } from '../clock.js';
import type { Informer, InformerHealth } from '../cache/informers/informer.js';
import type { Logger } from '../log/logger.js';
import type { ObjectEvent } from '../object/event.js';
import type { KindInfo } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { type WaitTime, waitTimeMs } from '../object/wait-time.js';
import { enqueueObject, type EnqueueOptions, type EventHandler, priorityOf, reasonOf } from './event-handler.js';
import type { Request } from './reconcile.js';

/** Puts requests into a controller's queue. */
export interface QueueWriter {
  add(request: Request, options?: EnqueueOptions): void;
}

/** Given to a source when its controller starts. */
export interface SourceContext {
  /** Aborted when the controller stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Priority of initial objects and resyncs. */
  readonly lowPriority: number;
}

/** Feeds a queue. `start` must not wait for events; `synced` resolves when the first state is in the queue. */
export interface Source {
  /** For messages. */
  readonly name: string;
  /** The kind whose changes it brings; undefined when it brings something else. */
  readonly watched?: KindInfo | undefined;
  start(queue: QueueWriter, context: SourceContext): Promise<{ readonly synced: Promise<void> }>;
  /** What keeps it from being in sync now, for the message when that takes too long. */
  problems?(): readonly string[];
}

/** The informers that cannot list or watch, with their causes. */
export function failuresOf(health: readonly InformerHealth[]): string[] {
  return health
    .filter(({ state }) => state === 'failing')
    .map(({ kind, lastError }) => `${kind}: ${lastError instanceof Error ? lastError.message : String(lastError)}`);
}

/**
 * Requests from anything that can be iterated, such as messages of another system.
 * @example
 * ```ts
 * async function* messages(): AsyncGenerator<string> {
 *   yield 'welcome';
 * }
 * const source = fromIterable('messages', messages(), (name) => [{ namespace: 'default', name }]);
 * const seen = new Promise<string>((resolve) => {
 *   manager.add(controller(Guestbook).source(source).reconcile(async ({ metadata }) => resolve(metadata.name)));
 * });
 * void manager.start(signal);
 * console.log(await seen); // welcome
 * ```
 */
export function fromIterable<E>(name: string, events: AsyncIterable<E>, map: (event: E) => Iterable<Request>): Source {
  return functionSource(name, async (queue, { signal }) => {
    const iterator = events[Symbol.asyncIterator]();
    // The next event may never come, and what is behind the iterator must not stay open until then.
    const close = (): void => void iterator.return?.().then(undefined, () => undefined);
    signal.addEventListener('abort', close, { once: true });
    for await (const event of { [Symbol.asyncIterator]: () => iterator }) {
      if (signal.aborted) return;
      for (const request of map(event)) queue.add(request, { reason: { event: 'source', kind: name } });
    }
  });
}

/**
 * A source that is any function. It runs until the signal aborts; what it throws is logged.
 * @example
 * ```ts
 * const source = functionSource('once', (queue) => queue.add({ namespace: 'default', name: 'welcome' }));
 * const seen = new Promise<string>((resolve) => {
 *   manager.add(controller(Guestbook).source(source).reconcile(async ({ metadata }) => resolve(metadata.name)));
 * });
 * void manager.start(signal);
 * console.log(await seen); // welcome
 * ```
 */
export function functionSource(
  name: string,
  run: (queue: QueueWriter, context: SourceContext) => void | Promise<void>,
): Source {
  return {
    name,
    async start(queue, context) {
      const work = async (): Promise<void> => run(queue, context);
      work().catch((error: unknown) => {
        if (!context.signal.aborted) context.log.error('source failed', { source: name, error });
      });
      return { synced: Promise.resolve() };
    },
  };
}

/**
 * All of `requests` every so often, the first time at once.
 * @example
 * ```ts
 * const source = intervalSource('1m', () => [{ namespace: 'default', name: 'welcome' }]);
 * manager.add(controller(Guestbook).source(source).reconcile(async () => undefined));
 * ```
 */
export function intervalSource(
  every: WaitTime,
  requests: () => Iterable<Request> | Promise<Iterable<Request>>,
  clock: Clock = systemClock,
): Source {
  const periodMs = waitTimeMs(every);
  const name = `every ${typeof every === 'string' ? every : `${periodMs} ms`}`;
  return functionSource(name, async (queue, { signal, log }) => {
    while (!signal.aborted) {
      try {
        for (const request of await requests()) queue.add(request, { reason: { event: 'source', kind: name } });
      } catch (error) {
        log.error('source failed, trying again later', { source: name, error });
      }
      await pause(clock, periodMs, signal);
    }
  });
}

/**
 * Requests from an informer that exists already, perhaps of another cluster.
 * @example
 * ```ts
 * const books = await manager.cache.informer(Guestbook, { labels: { tier: 'paid' } });
 * const source = informerSource(books, enqueueObject());
 * manager.add(controller(Guestbook).source(source).reconcile(async () => undefined));
 * ```
 */
export function informerSource<T extends KubeObject>(informer: Informer<T>, handler: EventHandler<T>): Source {
  return {
    name: `informer of ${informer.kind.gvk.kind}`,
    async start(queue, { signal, lowPriority }) {
      const subscription = informer.on(
        (event: ObjectEvent<T>) => {
          const defaults = { priority: priorityOf(event, lowPriority), reason: reasonOf(event) };
          return handler(event, (request, options) => queue.add(request, { ...defaults, ...options }));
        },
        { signal },
      );
      return { synced: subscription.synced };
    },
    problems: () => failuresOf([informer.health]),
  };
}

/** A source that is fed by hand: `emit` reaches every controller that uses it. */
export interface Channel<T extends KubeObject> extends Source {
  emit(object: T): void;
}

/**
 * Generic events from outside, which queue the object itself by default. What is emitted before the first controller starts is
 * kept for all that use the channel.
 * @example
 * ```ts
 * const tickets = channel<Guestbook>('tickets');
 * const seen = new Promise<string>((resolve) => {
 *   manager.add(controller(Guestbook).source(tickets).reconcile(async ({ metadata }) => resolve(metadata.name)));
 * });
 * void manager.start(signal);
 * tickets.emit(guestbook);
 * console.log(await seen); // welcome
 * ```
 */
export function channel<T extends KubeObject>(name: string, handler: EventHandler<T> = enqueueObject()): Channel<T> {
  const early: T[] = [];
  let hasStarted = false;
  const receivers = new Set<(object: T) => void>();
  return {
    name,
    emit(object) {
      if (!hasStarted) early.push(object);
      for (const receive of receivers) receive(object);
    },
    async start(queue, { signal, log }) {
      const receive = (object: T): void => {
        const event = { type: 'generic', object } as unknown as ObjectEvent<T>;
        const reason = reasonOf(event);
        const handle = async (): Promise<void> =>
          handler(event, (request, options) => queue.add(request, { reason, ...options }));
        handle().catch((error: unknown) => log.error('source failed', { source: name, error }));
      };
      hasStarted = true;
      receivers.add(receive);
      signal.addEventListener('abort', () => void receivers.delete(receive), { once: true });
      // For all of them: controllers start one after the other, and none may miss what came before.
      early.forEach(receive);
      return { synced: Promise.resolve() };
    },
  };
}
