/** From a changed object to the keys that must be reconciled. */
import type { MapFunction } from '../controller/builder.js';
import type { Enqueued } from '../controller/event-handler.js';
import type { Request } from '../controller/reconcile.js';
import type { Reader } from '../client/client.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import type { MapObject, ToReconcile } from './chain.js';

type Requests = (
  object: Stored<KubeObject>,
  context: { readonly reader: Reader },
) => Iterable<Enqueued> | Promise<Iterable<Enqueued>>;

/** Makes requests of the names, keys and objects that a map function returns; `scope` is that of the reconciled kind. */
export function requestsOf(map: MapObject<KubeObject>, scope: () => Kind['scope']): Requests {
  return (object, context) => {
    const place = (): string | undefined => (scope() === 'Cluster' ? undefined : object.metadata.namespace);
    const mapped = map(object, context);
    if (!(mapped instanceof Promise)) return listOf(mapped, place());
    return mapped.then((resolved) => listOf(resolved, place()));
  };
}

/**
 * Calls a map function with the new state and, for an update, with the old one: what an object no longer refers to must be
 * reconciled as well. Keys without a cluster belong to the cluster of the event.
 */
export function mapBothStates(map: Requests, cluster: string | undefined): MapFunction<KubeObject> {
  const placed = (given: Iterable<Enqueued>): Iterable<Enqueued> =>
    cluster === undefined ? given : [...given].map((one) => inCluster(one, cluster));
  return (event, reader) => {
    const states = event.type === 'update' ? [event.old, event.object] : [event.object];
    const mapped = states.map((object) => map(object, { reader }));
    const found = mapped.filter((one): one is Iterable<Enqueued> => !(one instanceof Promise));
    if (found.length === mapped.length) return found.flatMap((one) => [...placed(one)]);
    const waited = mapped.map(async (one) => [...placed(await one)]);
    return Promise.all(waited).then((resolved) => resolved.flat());
  };
}

function listOf(mapped: ToReconcile | Iterable<ToReconcile>, place: string | undefined): Request[] {
  const all = isIterable(mapped) ? [...mapped] : [mapped];
  return all.flatMap((one) => {
    const given = typeof one === 'string' ? { name: one } : one || {};
    const { name, namespace = place, cluster }: Partial<Request> = 'metadata' in given ? given.metadata : given;
    if (!name) return [];
    return [{ name, ...(namespace ? { namespace } : {}), ...(cluster === undefined ? {} : { cluster }) }];
  });
}

function isIterable(mapped: ToReconcile | Iterable<ToReconcile>): mapped is Iterable<ToReconcile> {
  return typeof mapped === 'object' && mapped !== null && Symbol.iterator in mapped;
}

function inCluster(given: Enqueued, cluster: string): Enqueued {
  if (!('metadata' in given)) return given.cluster === undefined ? { ...given, cluster } : given;
  const { name = '', namespace } = given.metadata;
  return { name, ...(namespace ? { namespace } : {}), cluster };
}
