/** Watches the objects of a reference, and queues those that name a changed one. */
import { keyOf } from '../cache/store/object-key.js';
import type { ControllerBuilder } from '../controller/builder.js';
import { LOW_PRIORITY } from '../controller/event-handler.js';
import type { ControllerHost, ClusterHost } from '../controller/host.js';
import { kindSource } from '../controller/kind-source.js';
import type { Predicate } from '../controller/predicate.js';
import type { ObjectEvent } from '../object/event.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { timeSlice } from '../time-slice.js';
import type { Definition } from './definition.js';
import { scopeOf } from './observe.js';
import { indexValues, type ReferenceStep } from './references.js';

/** From here on those that name an object wait behind single changes. */
const MANY = 100;
/** How many are queued between two looks at the clock. */
const LOOK_EVERY = 256;

/** Where a reference is watched. */
export interface ReferencePlace {
  readonly host: ControllerHost;
  readonly definition: Definition;
  readonly cluster: string | undefined;
  readonly controller: string;
}

const counts = new WeakMap<object, number>();

/** Adds the index of the reference to the reconciled kind, and the watch of the named kind to the controller. */
export function watchReference(
  builder: ControllerBuilder<KubeObject>,
  step: ReferenceStep,
  { host, definition, cluster, controller }: ReferencePlace,
): void {
  const { cache, client } = clusterOf(host, cluster);
  const { kind } = definition;
  // A controller that was stopped and added again has an index of its own: indexes cannot be removed.
  const count = (counts.get(cache) ?? 0) + 1;
  counts.set(cache, count);
  const index = `kbts.dev/reference/${controller}/${step.name}/${count}`;
  cache.index(kind, index, (object) => indexValues(step, object, scopeOf(step.kind, client)));
  const isOptional = step.settings.optional ?? cluster !== undefined;
  const handler = async (event: ObjectEvent, enqueue: Parameters<typeof queueAll>[1]): Promise<void> => {
    // What is there at the start queues itself, and workers wait for both kinds. An optional kind may come later.
    if (event.type === 'create' && event.initial && !isOptional) return;
    const { items } = await cache.list(kind, { index: { name: index, value: keyOf(event.object.metadata) } });
    await queueAll(items, enqueue, cluster);
  };
  const source = kindSource({
    cache,
    kind: step.kind,
    handler,
    predicates: [...definition.filters, ...((step.settings.predicates ?? []) as readonly Predicate[])],
    optional: isOptional,
    isTrusted: definition.filters.length + (step.settings.predicates?.length ?? 0) === 0,
    ...(cluster === undefined ? {} : { cluster }),
    ...(host.clock ? { clock: host.clock } : {}),
  });
  builder.source(source);
}

async function queueAll(
  items: readonly { readonly metadata: { readonly name?: string; readonly namespace?: string } }[],
  enqueue: (
    request: { name: string; namespace?: string; cluster?: string },
    options?: { readonly priority?: number },
  ) => void,
  cluster: string | undefined,
): Promise<void> {
  const options = items.length > MANY ? { priority: LOW_PRIORITY } : {};
  const place = cluster === undefined ? {} : { cluster };
  for (const [position, { metadata }] of items.entries()) {
    const { name = '', namespace } = metadata;
    enqueue({ name, ...(namespace ? { namespace } : {}), ...place }, options);
    if (position % LOOK_EVERY === 0 && timeSlice.isOver()) await timeSlice.next();
  }
}

function clusterOf(host: ControllerHost, cluster: string | undefined): ClusterHost {
  if (cluster === undefined) return host;
  if (!host.cluster) throw new Error(`there is no cluster "${cluster}": this manager has only one`);
  return host.cluster(cluster);
}

export type { Kind };
