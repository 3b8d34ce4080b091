/** Events of one kind from a cache. */
import type { Cache } from '../cache/cache.js';
import { InformerHandle } from '../cache/informers/informer-handle.js';
import { findApiError, is } from '../client/requests/api-error.js';
import { type Clock, pause, systemClock } from '../clock.js';
import { orAborted } from '../linked-abort.js';
import type { Logger } from '../log/logger.js';
import type { ObjectEvent } from '../object/event.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { type EventHandler, priorityOf, reasonOf } from './event-handler.js';
import type { Predicate } from './predicate.js';
import { failuresOf, type QueueWriter, type Source, type SourceContext } from './source.js';

/** What to watch and what to do with it. */
export interface KindSourceOptions<T extends KubeObject> {
  readonly cache: Cache;
  readonly kind: Kind<T>;
  readonly handler: EventHandler<T>;
  readonly predicates?: readonly Predicate<T>[] | undefined;
  /** The kind's CRD may be missing: the controller starts without it, and the events come once it is there. */
  readonly optional?: boolean | undefined;
  /** The handler is the runtime's own and does not change objects. */
  readonly isTrusted?: boolean | undefined;
  /** Name of the cluster, when it is not the manager's own. */
  readonly cluster?: string | undefined;
  readonly clock?: Clock | undefined;
}

const KIND_RETRY_MS = 10_000;
const HANDLER_TRIES = 3;
const HANDLER_RETRY_MS = 1000;

/** A source of events of one kind; its watch ends when the controller stops and nobody else uses it. */
export function kindSource<T extends KubeObject>(options: KindSourceOptions<T>): Source {
  const { kind, cache, cluster, optional = false, clock = systemClock } = options;
  let unknown: unknown;
  return {
    name: `kind ${kind.gvk.kind}${cluster === undefined ? '' : ` of cluster "${cluster}"`}`,
    watched: kind,
    problems: () => (unknown === undefined ? failuresOf(cache.health) : [`${kind.gvk.kind}: ${messageOf(unknown)}`]),
    async start(queue, context) {
      const synced = watch(options, queue, context, { clock, onMiss: (error) => (unknown = error) });
      // Reported by whoever waits for it; nothing waits for an optional source.
      synced.catch((error: unknown) => {
        if (!context.signal.aborted && optional)
          context.log.error('optional watch failed', { kind: kind.gvk.kind, error });
      });
      return { synced: optional ? Promise.resolve() : synced };
    },
  };
}

async function watch<T extends KubeObject>(
  options: KindSourceOptions<T>,
  queue: QueueWriter,
  context: SourceContext,
  { clock, onMiss }: { clock: Clock; onMiss: (error: unknown) => void },
): Promise<void> {
  const { signal } = context;
  const informer = await informerOf(options, context, { clock, onMiss });
  if (!informer) return;
  onMiss(undefined);
  const release = (): void => void informer[Symbol.asyncDispose]();
  if (signal.aborted) return release();
  signal.addEventListener('abort', release, { once: true });
  const listener = listenerOf(options, queue, context, clock);
  const subscription =
    informer instanceof InformerHandle && options.isTrusted === true
      ? informer.subscribe(listener as (event: ObjectEvent) => void, { signal, freezes: false })
      : informer.on(listener, { signal });
  await orAborted(subscription.synced, signal);
}

/** A dynamic kind cannot be watched before the server knows it; that may take until its CRD is installed. */
async function informerOf<T extends KubeObject>(
  { cache, kind }: KindSourceOptions<T>,
  { signal, log }: SourceContext,
  { clock, onMiss }: { clock: Clock; onMiss: (error: unknown) => void },
) {
  while (!signal.aborted) {
    try {
      return await cache.informer(kind);
    } catch (error) {
      // What the server says may change; a mistake in the settings of the cache does not.
      if (!is.noMatch(error) && !is.connection(error) && !findApiError(error)) throw error;
      onMiss(error);
      log.error('cannot watch the kind yet', { kind: kind.gvk.kind, retryInMs: KIND_RETRY_MS, error });
      await pause(clock, KIND_RETRY_MS, signal);
    }
  }
  return undefined;
}

function listenerOf<T extends KubeObject>(
  options: KindSourceOptions<T>,
  queue: QueueWriter,
  { signal, log, lowPriority }: SourceContext,
  clock: Clock,
): (event: ObjectEvent<T>) => void | Promise<void> {
  const { handler, predicates = [], kind } = options;
  return (event) => {
    if (!predicates.every((predicate) => judge(predicate, event, log))) return;
    const defaults = { priority: priorityOf(event, lowPriority), reason: reasonOf(event) };
    const handle = (): void | Promise<void> =>
      handler(event, (request, more) => queue.add(request, { ...defaults, ...more }));
    const retry = async (error: unknown, triesLeft: number): Promise<void> => {
      const { namespace, name } = event.object.metadata;
      log.error('event handler failed', { kind: kind.gvk.kind, namespace, name, event: event.type, triesLeft, error });
      if (triesLeft === 0 || signal.aborted) return;
      await pause(clock, HANDLER_RETRY_MS, signal);
      await attempt(triesLeft - 1);
    };
    const attempt = (triesLeft: number): void | Promise<void> => {
      try {
        const pending = handle();
        return pending instanceof Promise ? pending.catch((error: unknown) => retry(error, triesLeft)) : undefined;
      } catch (error) {
        return retry(error, triesLeft);
      }
    };
    return attempt(HANDLER_TRIES - 1);
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A predicate that fails lets the event through: one reconcile too many is harmless, one too few is not. */
function judge<T extends KubeObject>(predicate: Predicate<T>, event: ObjectEvent<T>, log: Logger): boolean {
  try {
    return predicate(event);
  } catch (error) {
    const { namespace, name } = event.object.metadata;
    log.error('predicate failed, the event is let through', { namespace, name, event: event.type, error });
    return true;
  }
}
