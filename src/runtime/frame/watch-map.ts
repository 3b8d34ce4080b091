/** From a changed object to the keys that must be reconciled. */
import type { MapFunction } from '../controller/builder.js';
import type { Enqueued } from '../controller/event-handler.js';
import type { KubeObject } from '../object/meta.js';
import type { MapObject } from './chain.js';

/**
 * Calls a map function with the new state and, for an update, with the old one: what an object no longer refers to must be
 * reconciled as well. Keys without a cluster belong to the cluster of the event.
 */
export function mapBothStates(map: MapObject<KubeObject>, cluster: string | undefined): MapFunction<KubeObject> {
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

function inCluster(given: Enqueued, cluster: string): Enqueued {
  if (!('metadata' in given)) return given.cluster === undefined ? { ...given, cluster } : given;
  const { name = '', namespace } = given.metadata;
  return { name, ...(namespace ? { namespace } : {}), cluster };
}
