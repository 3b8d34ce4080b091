/** What the work of a controller gets besides its object. */
import type { ChildrenReport } from '../children/child-state.js';
import type { ControllerHost } from '../controller/host.js';
import type { ReconcileContext as EngineContext } from '../controller/reconcile.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import type { EventRecorder } from '../recorder/event-recorder.js';

/** One observed object, or several. */
export type Observe<V> = V extends readonly (infer Item extends KubeObject)[]
  ? readonly Stored<Item>[]
  : V extends KubeObject
    ? Stored<V> | undefined
    : V extends undefined
      ? undefined
      : never;

/** Observed objects by the names that the chain gave them. */
export type Observed<O> = { readonly [K in keyof O]: Observe<O[K]> };

/** What every piece of work gets. */
export interface WorkContext extends EngineContext {
  /** Records events about objects, reported by this controller. */
  readonly events: Pick<EventRecorder, 'event'>;
  /** The name of the cluster, in a manager with several; undefined for its own. */
  readonly cluster: string | undefined;
  /** The time; in tests that of the virtual clock. */
  readonly now: () => Date;
}

/** What the functions of children and `finalize` get. */
export interface ChildContext<O = object> extends WorkContext {
  /** The objects that this one names, as they were when this pass began, and its children up to here. */
  readonly observed: Observed<O>;
}

/** What `reconcile` gets. */
export interface ReconcileContext<O = object> extends ChildContext<O> {
  /** What became of the children in this pass. */
  readonly children: ChildrenReport;
}

/** Where contexts come from. */
export interface ContextParts {
  readonly host: ControllerHost;
  readonly controller: string;
}

/** The context of the frame around that of the engine, whose client is made when it is first asked for. */
export function workContext(inner: EngineContext, cluster: string | undefined, parts: ContextParts): WorkContext {
  const { host, controller } = parts;
  return {
    get client() {
      return inner.client;
    },
    get signal() {
      return inner.signal;
    },
    get reconcileId() {
      return inner.reconcileId;
    },
    get events() {
      if (!host.events) throw new Error(`controller "${controller}" runs in a host that records no events`);
      return host.events(controller, cluster === undefined ? {} : { cluster });
    },
    stopping: inner.stopping,
    log: inner.log,
    attempt: inner.attempt,
    priority: inner.priority,
    reasons: inner.reasons,
    cluster,
    now: () => host.wallTime?.() ?? new Date(),
  };
}
