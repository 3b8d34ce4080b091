/** Connects the value of a controller to a manager: sources, indexes and work of the engine. */
import { controller as engine, type ControllerBuilder } from '../controller/builder.js';
import type { RunningController } from '../controller/controller.js';
import type { ControllerHost } from '../controller/host.js';
import type { ObjectReconciler, ReconcileContext as EngineContext, Request } from '../controller/reconcile.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import type { AnyWork, Definition } from './definition.js';
import { type ContextParts, workContext } from './context.js';
import { observe, scopeOf } from './observe.js';
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

function objectReconciler(definition: Definition, name: string, parts: ContextParts): ObjectReconciler<KubeObject> {
  const { kind, settings, references, reconcile, finalize, onDeleted } = definition;
  const call =
    (work: AnyWork) =>
    async (object: Stored<KubeObject>, inner: EngineContext, request: Request): Promise<void> => {
      const context = workContext(inner, request.cluster, parts);
      const observed = references.length === 0 ? {} : await observe(references, object, inner.client);
      return work(object, Object.assign(context, { observed: observed as never })) as Promise<void>;
    };
  return {
    reconcileObject: reconcile ? call(reconcile) : async () => undefined,
    ...(finalize ? { finalize: call(finalize) } : {}),
    ...(onDeleted
      ? {
          onDeleted: (request, inner) => onDeleted(keyFrom(request), workContext(inner, request.cluster, parts)),
        }
      : {}),
    finalizer: settings.finalizer ?? finalizerName(kind, name),
    whileDeleting: settings.whileDeleting ?? false,
  };
}

/** Has the name of the controller: two controllers of a kind clean up independently of each other. */
function finalizerName({ gvk, plural }: Kind, controller: string): string {
  return `${plural || gvk.kind.toLowerCase()}.${gvk.group || 'core.kbts'}/${controller}`;
}

function keyFrom({ name, namespace }: Request): { name: string; namespace?: string } {
  return namespace ? { name, namespace } : { name };
}
