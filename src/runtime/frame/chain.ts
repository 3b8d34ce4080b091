/** The chain of a controller, as types: each step returns a new value. */
import type { ChildOptions, Made, MadeList } from '../children/child-step.js';
import type { Reader } from '../client/client.js';
import type { RunningController } from '../controller/controller.js';
import type { WatchSettings } from '../controller/builder.js';
import type { Enqueued } from '../controller/event-handler.js';
import type { ControllerHost } from '../controller/host.js';
import type { Predicate } from '../controller/predicate.js';
import type { Request } from '../controller/reconcile.js';
import type { Source } from '../controller/source.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject, ObjectKey } from '../object/meta.js';
import type { WholeObject } from '../object/partial.js';
import type { Stored } from '../object/readonly.js';
import type { Part } from '../part.js';
import type { ControllerSettings } from './settings.js';
import type { ChildContext, ReconcileContext, WorkContext } from './context.js';
import type { Nothing, References, RefTo } from './references.js';
import type { NameTaken, Reported, Requeued } from './reported.js';

/** A name that no earlier step has. */
export type Fresh<Name extends string, O> = Name extends keyof O ? NameTaken<Name> : Name;

/** One object or several, as the function of the step returns them; whatever else it may return is observed as that. */
export type Listed<U, R> =
  Extract<R, readonly unknown[]> extends never ? U : U[] | Unlisted<U, Exclude<R, readonly unknown[]>>;

/** What is observed when a function that may return a list returns none. */
type Unlisted<U, R> = [R] extends [never] ? never : R extends Nothing ? undefined : U;

/** What a controller does with an object; `S` and `K` are inferred, so that unknown fields are errors. */
export type Work<T extends KubeObject, Context, S extends string, K extends string> = (
  object: Stored<T>,
  context: Context,
) => Promise<Reported<T, S, K> | void>;

/** An `ErrorHandler` whose results are checked for unknown fields; `'default'` for a retry with backoff. */
export type HandleError<K extends string> = (
  error: unknown,
  request: Request,
  context: WorkContext,
) => Requeued<K> | 'default' | void;

/** How the reconciled kind is watched; in which clusters, `options` says. */
export type PrimarySettings<T extends KubeObject> = Omit<WatchSettings<T>, 'cluster'>;

/** How named objects are watched; in which clusters, `options` says, as what an object names is in its own cluster. */
export type ReferenceSettings<U extends KubeObject> = Omit<WatchSettings<U>, 'cluster'>;

/** How children of a kind are watched. */
export interface OwnsSettings<U extends KubeObject> extends WatchSettings<U> {
  /** All owners are reconciled, not only the controlling one. */
  readonly everyOwner?: boolean | undefined;
}

/** An object to reconcile: its name, its key or itself. Without a namespace it is in that of the changed object. */
export type ToReconcile = RefTo | Enqueued | Nothing;

/** Maps an object to those that must be reconciled when it changes; called with the old and with the new state. */
export type MapObject<U extends KubeObject> = (
  object: Stored<U>,
  context: { readonly reader: Reader },
) => ToReconcile | Iterable<ToReconcile> | Promise<ToReconcile | Iterable<ToReconcile>>;

/** How a kind is pruned. */
export interface PrunesSettings {
  /** The kind's CRD may be missing. */
  readonly optional?: boolean | undefined;
}

/** Steps that any chain has. */
export interface Steps<T extends KubeObject> {
  /** A kind whose objects belong to the reconciled ones: a change of a child reconciles its owner. */
  owns<U extends KubeObject>(kind: Kind<U>, settings?: OwnsSettings<U>): this;
  /** Any other kind, with a function from its objects to those that must be reconciled. */
  watches<U extends KubeObject>(kind: Kind<U>, map: MapObject<U>, settings?: WatchSettings<U>): this;
  /** A kind whose objects an earlier version of this controller made as children: they are deleted when they are not wanted. */
  prunes<U extends KubeObject>(kind: Kind<U>, settings?: PrunesSettings): this;
  /** Any other source of keys, such as a channel; `filter` does not apply to it. */
  source(source: Source | ((host: ControllerHost) => Source)): this;
  /** Events of all watched kinds must pass these predicates. */
  filter(...predicates: readonly Predicate[]): this;
  /** Lets `client.list` find objects of the reconciled kind by `{ index: { name, value } }`. */
  index(name: string, valuesOf: (object: Stored<T>) => readonly string[]): this;
  /** Settings; given twice, the later ones are added. */
  options(settings: ControllerSettings): this;
}

/** Steps that do work besides `reconcile`. */
export interface Works<T extends KubeObject, O> {
  /** Cleans up outside of the cluster before the object is deleted. The finalizer is added before the first reconcile. */
  finalize<S extends string, K extends string>(work: Work<T, ChildContext<O>, S, K>): this;
  /** Is told of objects that are gone; never of all of them, as nobody watches while the operator is away. */
  onDeleted(work: (key: ObjectKey, context: WorkContext) => Promise<void>): this;
  /** Decides what follows an error. */
  onError<K extends string>(handler: HandleError<K>): this;
}

/** The steps that end a chain: its children and its own work. */
export interface Chain<T extends KubeObject, O> extends Steps<T> {
  /**
   * An object that belongs to the reconciled one. The function returns it, nothing when it is not wanted, or `pending` when that
   * is not known yet. Children are applied in this order, kept as they are, and deleted when they are no longer wanted.
   */
  child<const N extends string, U extends KubeObject & WholeObject>(
    name: Fresh<N, O>,
    kind: Kind<U>,
    make: (object: Stored<T>, context: ChildContext<O>) => Made<NoInfer<U>> | Promise<Made<NoInfer<U>>>,
    options?: ChildOptions<U>,
  ): ControllerChain<T, { [K in keyof O | N]: K extends keyof O ? O[K] : U }>;
  /** As `child`, for any number of objects of a kind. */
  children<const N extends string, U extends KubeObject & WholeObject>(
    name: Fresh<N, O>,
    kind: Kind<U>,
    make: (object: Stored<T>, context: ChildContext<O>) => MadeList<NoInfer<U>> | Promise<MadeList<NoInfer<U>>>,
    options?: ChildOptions<U>,
  ): ControllerChain<T, { [K in keyof O | N]: K extends keyof O ? O[K] : U[] }>;
  /**
   * Brings the cluster closer to what the object asks for. Must be safe to call at any time, any number of times. Objects that
   * are being deleted do not come here.
   */
  reconcile<S extends string, K extends string>(work: Work<T, ReconcileContext<O>, S, K>): Controller<T>;
}

/** A controller without work, which cannot be added to a manager yet. */
export interface ControllerDraft<T extends KubeObject, O = object> extends Chain<T, O> {
  /** Objects that the reconciled ones name: their changes reconcile those that name them, and `observed` has them by `name`. */
  references<const N extends string, U extends KubeObject, R extends References>(
    name: Fresh<N, O>,
    kind: Kind<U>,
    of: (object: Stored<T>) => R,
    settings?: ReferenceSettings<U>,
  ): ControllerDraft<T, { [K in keyof O | N]: K extends keyof O ? O[K] : Listed<U, R> }>;
  /** As in a finished controller; what follows may no longer add references. */
  finalize<S extends string, K extends string>(work: Work<T, ChildContext<O>, S, K>): ControllerChain<T, O>;
  /** As in a finished controller; what follows may no longer add references. */
  onDeleted(work: (key: ObjectKey, context: WorkContext) => Promise<void>): ControllerChain<T, O>;
  /** Decides what follows an error. */
  onError<K extends string>(handler: HandleError<K>): this;
}

/** A controller with some work, but without `reconcile`. */
export interface ControllerChain<T extends KubeObject, O>
  extends Chain<T, O>, Works<T, O>, Part<ControllerHost, RunningController> {}

/**
 * A controller of a kind: a value that can be added to any number of managers.
 * @example
 * ```ts
 * const bookController: Controller<Guestbook> = controller(Guestbook).reconcile(async (book) => ({
 *   status: { ready: book.spec.replicas !== undefined },
 * }));
 * const running = manager.add(bookController);
 * running.enqueue({ namespace: 'default', name: 'welcome' });
 * console.log(running.name); // guestbook
 * ```
 */
export interface Controller<T extends KubeObject>
  extends Steps<T>, Works<T, object>, Part<ControllerHost, RunningController> {}

export type { Request };
