/** From events to requests. */
import { keyOf } from '../cache/store/object-key.js';
import { isSegment } from '../client/requests/names.js';
import type { ObjectEvent } from '../object/event.js';
import { parseApiVersion } from '../../kubernetes/version/api-version.js';
import type { KindInfo } from '../object/kind.js';
import type { KubeObject, OwnerReference } from '../object/meta.js';
import type { AnyObject, DeepReadonly } from '../object/readonly.js';
import { timeSlice } from '../time-slice.js';
import type { Reason, Request } from './reconcile.js';
import { requestKey } from './request-key.js';

/** How a request is queued. */
export interface EnqueueOptions {
  readonly priority?: number | undefined;
  readonly afterMs?: number | undefined;
  readonly reason?: Reason | undefined;
}

/** Queues what an event calls for. Priority and reason are filled in from the event when not given. */
export type EventHandler<T extends KubeObject = KubeObject> = (
  event: ObjectEvent<T>,
  enqueue: (request: Request, options?: EnqueueOptions) => void,
) => void | Promise<void>;

/** What to reconcile: a request, or the object itself. */
export type Enqueued = Request | AnyObject;

function requestFor(given: Enqueued): Request {
  if (!('metadata' in given)) return given;
  const { name = '', namespace } = given.metadata;
  return { name, ...(namespace ? { namespace } : {}) };
}

/** What was there before and what was only said again can wait; everything else cannot. */
export const LOW_PRIORITY = -100;

/** The priority that an event calls for; 0 unless it tells nothing new. */
export function priorityOf(event: ObjectEvent<never> | ObjectEvent, lowPriority: number = LOW_PRIORITY): number {
  const isOldNews = (event.type === 'create' && event.initial) || (event.type === 'update' && event.resync);
  return isOldNews ? lowPriority : 0;
}

/** Why a reconcile runs that this event led to. */
export function reasonOf({ type, object, ...rest }: ObjectEvent<never> | ObjectEvent): Reason {
  const { kind, metadata } = object;
  const isResync = type === 'update' && 'resync' in rest && rest.resync === true;
  return { event: isResync ? 'resync' : type, kind, object: keyOf(metadata) };
}

/**
 * Queues the object itself.
 * @example
 * ```ts
 * const changes = channel<Guestbook>('outside', enqueueObject()); // the default of a channel
 * manager.add(controller(Guestbook).source(changes).reconcile(async () => undefined));
 * changes.emit(guestbook);
 * ```
 */
export function enqueueObject(options: { cluster?: string } = {}): EventHandler {
  const cluster = options.cluster === undefined ? {} : { cluster: options.cluster };
  return ({ object: { metadata } }, enqueue) => {
    const { name, namespace } = metadata;
    if (name) enqueue({ name, ...(namespace ? { namespace } : {}), ...cluster });
  };
}

/**
 * Queues owners of `owner`'s kind: the controlling one, or all with `everyOwner`. An update queues
 * those of the old and of the new object. A function is asked at each event, for kinds whose scope is
 * known later.
 * @example
 * ```ts
 * const maps = await manager.cache.informer(ConfigMap);
 * const source = informerSource(maps, enqueueOwner(Guestbook, { everyOwner: true }));
 * manager.add(controller(Guestbook).source(source).reconcile(async () => undefined));
 * ```
 */
export function enqueueOwner(
  owner: KindInfo | (() => KindInfo),
  options: { everyOwner?: boolean; cluster?: string } = {},
): EventHandler {
  const { everyOwner = false } = options;
  const cluster = options.cluster === undefined ? {} : { cluster: options.cluster };
  const ownerKind = typeof owner === 'function' && !('gvk' in owner) ? owner : () => owner as KindInfo;
  const { gvk } = ownerKind();
  const isOwner = (reference: DeepReadonly<OwnerReference>): boolean =>
    reference.kind === gvk.kind &&
    // The API server accepts any name here, and reading an object with such a name fails each time.
    isSegment(reference.name) &&
    parseApiVersion(reference.apiVersion).group === gvk.group &&
    (everyOwner || reference.controller === true);
  const ownersOf = ({ metadata }: DeepReadonly<KubeObject>): Request[] => {
    const place = ownerKind().scope === 'Cluster' || !metadata.namespace ? {} : { namespace: metadata.namespace };
    return (metadata.ownerReferences ?? []).filter(isOwner).map(({ name }) => ({ name, ...place, ...cluster }));
  };
  return (event, enqueue) => {
    const owners =
      event.type === 'update' ? [...ownersOf(event.old), ...ownersOf(event.object)] : ownersOf(event.object);
    return addAll(owners, enqueue);
  };
}

/**
 * Queues what `map` returns for the event; the same request only once.
 * @example
 * ```ts
 * const toBook = enqueueMapped<ConfigMap>(({ object }) => [{ namespace: object.metadata.namespace, name: 'welcome' }]);
 * const maps = await manager.cache.informer(ConfigMap);
 * manager.add(controller(Guestbook).source(informerSource(maps, toBook)).reconcile(async () => undefined));
 * ```
 */
export function enqueueMapped<T extends KubeObject>(
  map: (event: ObjectEvent<T>) => Iterable<Enqueued> | Promise<Iterable<Enqueued>>,
): EventHandler<T> {
  return (event, enqueue) => {
    const requests = map(event);
    if (!(requests instanceof Promise)) return addAll(requests, enqueue);
    return requests.then((resolved) => addAll(resolved, enqueue));
  };
}

/** How many requests are queued between two looks at the clock. */
const LOOK_EVERY = 256;

/**
 * Each request once: a free worker takes the first at once, and the second would make it run again. One event may call for
 * thousands, so this gives way like all that piles up.
 */
function addAll(requests: Iterable<Enqueued>, enqueue: (request: Request) => void): void | Promise<void> {
  const seen = new Set<string>();
  const rest = requests[Symbol.iterator]();
  const addSome = (): 'all' | 'some' => {
    for (let count = 0; count < LOOK_EVERY; count++) {
      const { done, value } = rest.next();
      if (done) return 'all';
      const request = requestFor(value);
      const key = requestKey(request);
      if (!seen.has(key)) enqueue(request);
      seen.add(key);
    }
    return 'some';
  };
  // Nearly always one step, which needs no promise.
  return addSome() === 'all' ? undefined : addRest(addSome);
}

async function addRest(addSome: () => 'all' | 'some'): Promise<void> {
  do if (timeSlice.isOver()) await timeSlice.next();
  while (addSome() === 'some');
}
