/** Connects the value of a controller to a manager: sources, indexes and work of the engine. */
import { controller as engine, type ControllerBuilder } from '../controller/builder.js';
import type { RunningController } from '../controller/controller.js';
import type { ControllerHost } from '../controller/host.js';
import type { KubeObject } from '../object/meta.js';
import { watchChildren } from './child-watch.js';
import type { Definition } from './definition.js';
import { type ContextParts, workContext } from './context.js';
import { objectReconciler } from './object-work.js';
import { scopeOf } from './observe.js';
import { watchReference } from './reference-watch.js';
import { engineOptions } from './settings.js';
import { mapBothStates, requestsOf } from './watch-map.js';

/** The running controller. The engine adds it to the host. */
export function connectController(host: ControllerHost, definition: Definition): RunningController {
  const { kind, settings } = definition;
  const name = settings.name ?? kind.gvk.kind.toLowerCase();
  const parts: ContextParts = { host, controller: name };
  const clusters = clustersOf(host, definition);
  const [first, ...others] = clusters;
  let builder = engine(host, name).for(
    kind,
    first === undefined ? definition.primary : { ...definition.primary, cluster: first },
  );
  for (const cluster of others) builder = builder.alsoIn(cluster, definition.primary);
  for (const cluster of clusters) watchAll(builder, { host, definition, cluster, controller: name });
  for (const source of definition.sources) builder.source(typeof source === 'function' ? source(host) : source);
  builder.filter(...definition.filters);
  const { onError } = definition;
  const options = engineOptions(settings, `controller "${name}"`);
  builder.options(
    onError
      ? {
          ...options,
          onError: (error, request, inner) => onError(error, request, workContext(inner, request.cluster, parts)),
        }
      : options,
  );
  for (const { name: index, valuesOf } of definition.indexes)
    for (const cluster of clusters) cacheOf(host, cluster).index(kind, index, valuesOf);
  return builder.complete(objectReconciler(definition, name, parts));
}

interface Place {
  readonly host: ControllerHost;
  readonly definition: Definition;
  readonly cluster: string | undefined;
  readonly controller: string;
}

function watchAll(builder: ControllerBuilder<KubeObject>, place: Place): void {
  const { host, definition, cluster } = place;
  for (const step of definition.watches) {
    const settings = cluster === undefined ? step.settings : { cluster, ...step.settings };
    if (step.type === 'owns') builder.owns(step.kind, settings);
    else {
      const requests = requestsOf(step.map, () => scopeOf(definition.kind, host.client));
      builder.watches(step.kind, mapBothStates(requests, settings.cluster), settings);
    }
  }
  for (const step of definition.references) watchReference(builder, step, place);
  const scope = () => scopeOf(definition.kind, host.client);
  watchChildren(builder, definition, { cache: cacheOf(host, cluster), clock: host.clock, cluster, scope });
}

/** The clusters in which the kind is watched; undefined is the manager's own. */
function clustersOf(host: ControllerHost, { settings, kind }: Definition): readonly (string | undefined)[] {
  const { clusters } = settings;
  if (clusters === undefined) return [undefined];
  if (clusters === 'all') return [undefined, ...(host.clusterNames ?? [])];
  if (clusters.length === 0)
    throw new Error(`the controller of ${kind.gvk.kind} has no cluster to work in: clusters is []`);
  return clusters;
}

function cacheOf(host: ControllerHost, cluster: string | undefined): ControllerHost['cache'] {
  if (cluster === undefined) return host.cache;
  if (!host.cluster) throw new Error(`there is no cluster "${cluster}": this manager has only one`);
  return host.cluster(cluster).cache;
}
