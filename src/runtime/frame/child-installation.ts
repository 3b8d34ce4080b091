/** Reconciles all owners when the kind of an optional child is installed: it has no objects yet whose events could. */
import type { Cache } from '../cache/cache.js';
import type { Informer } from '../cache/informers/informer.js';
import { is } from '../client/requests/api-error.js';
import { type Clock, pause, systemClock } from '../clock.js';
import type { QueueWriter, Source, SourceContext } from '../controller/source.js';
import type { Kind } from '../object/kind.js';
import type { AnyObject } from '../object/readonly.js';

/** How long to wait until the API server is asked again whether it knows a kind. */
const ASK_EVERY_MS = 10_000;

/** What is awaited, and whose objects are reconciled then. */
export interface Installation {
  readonly child: Kind;
  readonly owner: Kind;
  readonly cache: Pick<Cache, 'informer' | 'list'>;
  readonly cluster: string | undefined;
  readonly clock?: Clock | undefined;
}

/** A source that queues the owners once. */
export function installationSource(installation: Installation): Source {
  const { child } = installation;
  return {
    name: `installation of ${child.gvk.kind}`,
    watched: child,
    async start(queue, context) {
      void queueOwners(installation, queue, context).catch((error: unknown) => {
        if (!context.signal.aborted)
          context.log.error('cannot wait for the kind of a child', { kind: child.gvk.kind, error });
      });
      return { synced: Promise.resolve() };
    },
  };
}

async function queueOwners(installation: Installation, queue: QueueWriter, context: SourceContext): Promise<void> {
  const { owner, cache, cluster } = installation;
  const { signal, lowPriority: priority } = context;
  const informer = await installed(installation, signal);
  if (!informer) return;
  try {
    await informer.synced({ signal });
    const { items } = await cache.list(owner);
    for (const { metadata } of items as readonly AnyObject[]) {
      const { name = '', namespace } = metadata;
      const place = cluster === undefined ? {} : { cluster };
      queue.add({ name, ...(namespace ? { namespace } : {}), ...place }, { priority, reason: { event: 'source' } });
    }
  } finally {
    await informer[Symbol.asyncDispose]();
  }
}

/** An informer of a kind that the API server may not know yet; undefined once the controller stops. */
async function installed({ child, cache, clock }: Installation, signal: AbortSignal): Promise<Informer | undefined> {
  while (!signal.aborted) {
    try {
      return await cache.informer(child);
    } catch (error) {
      if (!is.noMatch(error)) throw error;
      await pause(clock ?? systemClock, ASK_EVERY_MS, signal);
    }
  }
  return undefined;
}
