/** Assembles the engine of a controller for a host: what it watches, and what it calls. */
import type { Cache } from '../cache/cache.js';
import { is } from '../client/requests/api-error.js';
import type { Reader } from '../client/client.js';
import type { StoredEvent } from '../object/event.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { RunningController } from './controller.js';
import { checkedOptions, type ControllerOptions, optionsFor } from './controller-options.js';
import { enqueueMapped, enqueueObject, enqueueOwner, type Enqueued, type EventHandler } from './event-handler.js';
import { claimFinalizer } from './finalizer-claims.js';
import type { ClusterHost, ControllerHost } from './host.js';
import { kindSource } from './kind-source.js';
import { adaptObjectReconciler, finalizerOf, isObjectReconciler } from './object-reconciler.js';
import type { Predicate } from './predicate.js';
import type { ObjectReconciler, Reconciler } from './reconcile.js';
import { shardFilter } from './shard-filter.js';
import type { Source } from './source.js';

/** How a kind is watched. */
export interface WatchSettings<T extends KubeObject> {
  /** Events must pass all of these, after those of `filter`. */
  readonly predicates?: readonly Predicate<T>[] | undefined;
  /** The kind's CRD may be installed later. True by default for another cluster, which may be away. */
  readonly optional?: boolean | undefined;
  /** Name of another cluster of the manager. */
  readonly cluster?: string | undefined;
}

/** Requests for an event about an object that was read, or the objects to reconcile; `reader` reads from the cache of the cluster where the event happened. */
export type MapFunction<T extends KubeObject> = (
  event: StoredEvent<T>,
  reader: Reader,
) => Iterable<Enqueued> | Promise<Iterable<Enqueued>>;

/** Collects what a controller watches; `complete` makes it and adds it to the manager. */
export interface ControllerBuilder<T extends KubeObject> {
  /** The kind that is reconciled; once only. */
  for<U extends KubeObject>(kind: Kind<U>, settings?: WatchSettings<U>): ControllerBuilder<U>;
  /** The kind is watched in one more cluster; its requests carry the name of the cluster. */
  alsoIn(cluster: string | undefined, settings?: WatchSettings<T>): this;
  /** A kind whose objects are owned by what the controller is for; the owner is reconciled. */
  owns<U extends KubeObject>(
    kind: Kind<U>,
    settings?: WatchSettings<U> & { readonly everyOwner?: boolean | undefined },
  ): this;
  /** Any other kind, with a function that says what to reconcile. */
  watches<U extends KubeObject>(kind: Kind<U>, map: MapFunction<U>, settings?: WatchSettings<U>): this;
  source(source: Source): this;
  /** Predicates for all watched kinds. */
  filter(...predicates: readonly Predicate[]): this;
  /** Settings; given twice, the later ones are added. */
  options(options: ControllerOptions): this;
  /** Makes the controller and hands it to the manager. */
  complete(reconciler: Reconciler | ObjectReconciler<T>): RunningController;
}

/** Assembles a controller of the engine. Its name, by default the kind in lower case, must be unique in the manager. */
export function controller(host: ControllerHost, name?: string): ControllerBuilder<KubeObject> {
  return new Builder<KubeObject>(host, name);
}

type Watch = (context: { primary: Kind | undefined; filters: readonly Predicate[] }) => Source;

class Builder<T extends KubeObject> implements ControllerBuilder<T> {
  readonly #host: ControllerHost;
  readonly #name: string | undefined;
  readonly #watches: Watch[] = [];
  readonly #filters: Predicate[] = [];
  #primary: Kind | undefined;
  #cluster: string | undefined;
  #options: ControllerOptions = {};
  #isComplete = false;

  constructor(host: ControllerHost, name: string | undefined) {
    this.#host = host;
    this.#name = name;
  }

  for<U extends KubeObject>(kind: Kind<U>, settings: WatchSettings<U> = {}): ControllerBuilder<U> {
    if (this.#primary)
      throw new Error(
        `a controller is for one kind, and this one is for ${this.#primary.gvk.kind}; use watches() for ${kind.gvk.kind}`,
      );
    this.#primary = kind as unknown as Kind;
    this.#cluster = settings.cluster;
    this.#watches.push(this.#watch(kind, enqueueObject({ cluster: settings.cluster }), settings, true));
    // The same builder, which now knows what its reconciler gets.
    return this as unknown as ControllerBuilder<U>;
  }

  alsoIn(cluster: string | undefined, settings: WatchSettings<T> = {}): this {
    if (!this.#primary) throw new Error('alsoIn(…) needs for(…): which kind is watched there?');
    this.#watches.push(
      this.#watch(
        this.#primary,
        enqueueObject({ cluster }),
        { ...settings, cluster } as WatchSettings<KubeObject>,
        true,
      ),
    );
    return this;
  }

  owns<U extends KubeObject>(
    kind: Kind<U>,
    settings: WatchSettings<U> & { readonly everyOwner?: boolean | undefined } = {},
  ): this {
    const { everyOwner, cluster } = settings;
    this.#watches.push((context) => {
      if (!context.primary)
        throw new Error(`owns(${kind.gvk.kind}) needs for(…): owners of which kind should be reconciled?`);
      const { primary } = context;
      // The scope of a dynamic kind is known once its own watch has begun.
      const owner = () => this.#clusterOf(cluster).client.mapper.known(primary.gvk) ?? primary;
      const handler = enqueueOwner(primary.isDynamic ? owner : primary, { everyOwner, cluster });
      return this.#watch(kind, this.#onceKnown(primary, cluster, handler), settings, true)(context);
    });
    return this;
  }

  watches<U extends KubeObject>(kind: Kind<U>, map: MapFunction<U>, settings: WatchSettings<U> = {}): this {
    const handler = enqueueMapped<U>((event) => map(event as StoredEvent<U>, this.#clusterOf(settings.cluster).cache));
    this.#watches.push(this.#watch(kind, handler as unknown as EventHandler, settings, false));
    return this;
  }

  source(source: Source): this {
    this.#watches.push(() => source);
    return this;
  }

  filter(...predicates: readonly Predicate[]): this {
    this.#filters.push(...predicates);
    return this;
  }

  options(options: ControllerOptions): this {
    this.#options = { ...this.#options, ...options };
    return this;
  }

  complete(reconciler: Reconciler | ObjectReconciler<T>): RunningController {
    const name = this.#name ?? this.#primary?.gvk.kind.toLowerCase();
    if (name === undefined || name === '')
      throw new Error('a controller without for(…) needs a name: controller(manager, "name")');
    if (this.#isComplete)
      throw new Error(`controller "${name}" is complete already; begin a new one with controller(manager, …)`);
    if (this.#watches.length === 0)
      throw new Error(`controller "${name}" watches nothing; add for(…), watches(…) or source(…)`);
    const primary = this.#primary;
    const context = { primary, filters: this.#filters };
    let release = (): void => undefined;
    const built = new RunningController({
      name,
      accepts: primary && shardFilter(primary, (cluster) => this.#cacheOf(cluster)),
      host: this.#host,
      sources: this.#watches.map((watch) => watch(context)),
      reconciler: this.#reconcilerOf(name, reconciler),
      options: checkedOptions(name, optionsFor(primary, this.#host.controllerDefaults, this.#options)),
      onStopped: () => release(),
      describe: ({ name: objectName, namespace, cluster }) => ({
        [primary?.gvk.kind ?? 'object']: { name: objectName, namespace },
        ...(namespace ? { namespace } : {}),
        name: objectName,
        ...(cluster === undefined ? {} : { cluster }),
      }),
      log: this.#host.log.with({
        controller: name,
        ...(primary ? { controllerGroup: primary.gvk.group, controllerKind: primary.gvk.kind } : {}),
      }),
    });
    this.#host.claimControllerName?.(name);
    release = this.#claimFinalizer(name, reconciler);
    this.#isComplete = true;
    this.#host.add(built);
    return built;
  }

  #reconcilerOf(name: string, reconciler: Reconciler | ObjectReconciler<T>): Reconciler {
    if (!isObjectReconciler(reconciler)) return reconciler;
    if (!this.#primary)
      throw new Error(`controller "${name}" has an ObjectReconciler and so needs for(…): objects of which kind?`);
    return adaptObjectReconciler(this.#primary as unknown as Kind<T>, reconciler, name);
  }

  #claimFinalizer(name: string, reconciler: Reconciler | ObjectReconciler<T>): () => void {
    if (!this.#primary || !isObjectReconciler(reconciler) || !reconciler.finalize) return () => undefined;
    const finalizer = finalizerOf(this.#primary as unknown as Kind<T>, reconciler);
    try {
      return claimFinalizer(this.#host, { kind: this.#primary, cluster: this.#cluster, finalizer, controller: name });
    } catch (error) {
      this.#host.releaseControllerName?.(name);
      throw error;
    }
  }

  #watch<U extends KubeObject>(
    kind: Kind<U>,
    handler: EventHandler,
    settings: WatchSettings<U>,
    isOurs: boolean,
  ): Watch {
    const own = (settings.predicates ?? []) as unknown as Predicate[];
    return ({ filters }) =>
      kindSource({
        cache: this.#clusterOf(settings.cluster).cache,
        kind: kind as unknown as Kind,
        handler,
        predicates: [...filters, ...own],
        // Another cluster may be away; this one works without it.
        optional: settings.optional ?? settings.cluster !== undefined,
        cluster: settings.cluster,
        isTrusted: isOurs && filters.length + own.length === 0,
        clock: this.#host.clock,
      });
  }

  /** Keeps owners of a dynamic kind back until its scope is known, or one owner would be queued under two names. */
  #onceKnown(primary: Kind, cluster: string | undefined, handler: EventHandler): EventHandler {
    if (!primary.isDynamic) return handler;
    const { mapper } = this.#clusterOf(cluster).client;
    return (event, enqueue) => {
      if (mapper.known(primary.gvk)) return handler(event, enqueue);
      let hasOwner = false;
      void handler(event, () => (hasOwner = true));
      if (!hasOwner) return undefined;
      // Owners of a kind that is not there are not there either; when it comes, its own watch tells of them.
      const known = mapper
        .resolve(primary)
        .catch((error: unknown) => (is.noMatch(error) ? undefined : Promise.reject(error)));
      return known.then((found) => (found ? handler(event, enqueue) : undefined));
    };
  }

  /** Undefined for a cluster that does not exist, which is the failure of the reconcile that is asked to work there. */
  #cacheOf(cluster: string | undefined): Cache | undefined {
    try {
      return this.#clusterOf(cluster).cache;
    } catch {
      return undefined;
    }
  }

  #clusterOf(cluster: string | undefined): ClusterHost {
    if (cluster === undefined) return this.#host;
    if (!this.#host.cluster) throw new Error(`there is no cluster "${cluster}": this manager has only one`);
    return this.#host.cluster(cluster);
  }
}
