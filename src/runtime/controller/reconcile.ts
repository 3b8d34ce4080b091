/** What a controller calls: requests in, results out. */
import type { Client, StatusReport } from '../client/client.js';
import type { Logger } from '../log/logger.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import type { WaitTime } from '../object/wait-time.js';

/** Which object to reconcile. */
export interface Request {
  readonly name: string;
  readonly namespace?: string | undefined;
  /** The cluster of a manager with several. */
  readonly cluster?: string | undefined;
}

/**
 * When to reconcile again; without any of these, at the next change. At most one may be given. Plain numbers are refused:
 * the unit belongs to the time.
 */
export interface Next {
  /** Again with backoff, not counted as an error. */
  readonly requeue?: boolean | undefined;
  /** Again after this time, or earlier on a change. */
  readonly requeueAfter?: WaitTime | undefined;
  /** Again at this wall-clock time, or earlier on a change. */
  readonly requeueAt?: Date | undefined;
}

/** What to do next. Nothing, or `{}`: wait for a change. Throwing an error: try again with backoff. */
export type Result = Next | void;

/**
 * What a reconciler of objects may return: a `Result`, with or without the status of the object. The status is the whole of what
 * this controller says there, is sent only when it has changed, and leaves the fields and conditions of others alone.
 */
export type ObjectResult<T extends KubeObject> = (Next & { readonly status?: StatusReport<T> | undefined }) | void;

/** One reason for which a request was queued, as in `update Deployment default/web`. */
export interface Reason {
  readonly event: 'create' | 'update' | 'delete' | 'generic' | 'resync' | 'requeue' | 'retry' | 'source';
  readonly kind?: string;
  readonly object?: string;
  /** The wall-clock time for which `requeueAt` asked, in milliseconds. */
  readonly dueAtMs?: number;
}

/** What a reconcile gets in addition to its request. */
export interface ReconcileContext {
  /** Aborted on timeout, on loss of leadership, and at the end of the grace period of a shutdown. */
  readonly signal: AbortSignal;
  /** Aborted when a shutdown begins; the reconcile may finish. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  readonly reconcileId: string;
  /** 0 for the first try, then the number of failures so far. */
  readonly attempt: number;
  readonly priority: number;
  /** Why this reconcile runs. */
  readonly reasons: readonly Reason[];
  /**
   * The client of the manager, bound to this reconcile: its signal ends calls, and the name of the controller is the field
   * manager of writes, unless a call or the manager says otherwise. `client.owned(object)` makes children.
   */
  readonly client: Client;
}

/** Brings the world closer to what an object asks for. Must be safe to call at any time, any number of times. */
export interface Reconciler<R = Request> {
  reconcile(request: R, context: ReconcileContext): Promise<Result>;
}

/** A reconciler that gets the object itself; objects that are gone never reach it. */
export interface ObjectReconciler<T extends KubeObject> {
  reconcileObject(object: Stored<T>, context: ReconcileContext, request: Request): Promise<ObjectResult<T>>;
  /** When present, the runtime adds `finalizer` and calls this before the object is deleted. */
  finalize?(object: Stored<T>, context: ReconcileContext, request: Request): Promise<ObjectResult<T>>;
  onDeleted?(request: Request, context: ReconcileContext): Promise<void>;
  readonly finalizer?: string;
  /** The finalizer is not added by the runtime: the reconciler adds it when it first needs it. */
  readonly addsFinalizer?: boolean;
  /** Objects that are being deleted reach `reconcileObject` too, once their finalizer is gone. */
  readonly whileDeleting?: boolean;
}

/**
 * An error that retrying cannot fix.
 * @example
 * ```ts
 * manager.add(
 *   controller(Guestbook).reconcile(async ({ metadata }) => {
 *     if (metadata.name === 'broken') throw new TerminalError('trying again will not help');
 *   }),
 * );
 * ```
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
