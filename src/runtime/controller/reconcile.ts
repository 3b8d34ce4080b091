/** What a controller calls: requests in, results out. */
import type { Client, StatusReport } from '../client/client.js';
import type { Logger } from '../log/logger.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';

/** Which object to reconcile. */
export interface Request {
  readonly name: string;
  readonly namespace?: string;
  /** The cluster of a manager with several. */
  readonly cluster?: string;
}

/**
 * What to do next. Nothing, or a delay of 0: wait for a change. Throwing an error: try again with backoff. A negative delay
 * is an error.
 */
export type Result =
  | void
  | { readonly requeueAfterMs: number; readonly priority?: number }
  | { readonly requeue: 'backoff'; readonly priority?: number }
  | { readonly done: true };

/**
 * What a reconciler of objects may return: a `Result`, with or without the status of the object. The status is the whole of what
 * this controller says there, is sent only when it has changed, and leaves the fields and conditions of others alone.
 */
export type ObjectResult<T extends KubeObject> =
  | Result
  | {
      readonly status: StatusReport<T>;
      readonly requeueAfterMs?: number;
      readonly requeue?: 'backoff';
      readonly priority?: number;
    };

/** One reason for which a request was queued, as in `update Deployment default/web`. */
export interface Reason {
  readonly event: 'create' | 'update' | 'delete' | 'generic' | 'resync' | 'requeue' | 'retry' | 'source';
  readonly kind?: string;
  readonly object?: string;
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
   * manager of writes, unless a call or the manager says otherwise. `client.with({ owner })` makes children.
   */
  readonly client: Client;
}

/**
 * Brings the world closer to what an object asks for. Must be safe to call at any time, any number of times.
 * @example
 * ```ts
 * class GuestbookReconciler implements Reconciler {
 *   async reconcile(request: Request, { client: cached, log, signal: stop }: ReconcileContext): Promise<Result> {
 *     const book = await cached.find(Guestbook, request, { signal: stop });
 *     if (!book) return;
 *     log.info('seen', { replicas: book.spec.replicas });
 *     return { requeueAfterMs: 60_000 };
 *   }
 * }
 * controller(manager).for(Guestbook).complete(new GuestbookReconciler());
 * ```
 */
export interface Reconciler<R = Request> {
  reconcile(request: R, context: ReconcileContext): Promise<Result>;
}

/**
 * A reconciler that gets the object itself; objects that are gone never reach it.
 * @example
 * ```ts
 * const reconciler: ObjectReconciler<Guestbook> = {
 *   reconcileObject: async (book) => ({ status: { ready: book.spec.replicas !== undefined } }),
 *   finalize: async (book, { log }) => log.info('cleaning up', { message: book.spec.message }),
 * };
 * controller(manager).for(Guestbook).complete(reconciler);
 * ```
 */
export interface ObjectReconciler<T extends KubeObject> {
  reconcileObject(object: Stored<T>, context: ReconcileContext): Promise<ObjectResult<T>>;
  /** When present, the runtime adds `finalizer` and calls this before the object goes away. */
  finalize?(object: Stored<T>, context: ReconcileContext): Promise<ObjectResult<T>>;
  onDeleted?(request: Request, context: ReconcileContext): Promise<void>;
  readonly finalizer?: string;
}

/**
 * An error that retrying cannot fix.
 * @example
 * ```ts
 * controller(manager)
 *   .for(Guestbook)
 *   .complete({
 *     reconcile: async ({ name }) => {
 *       if (name === 'broken') throw new TerminalError('trying again will not help');
 *     },
 *   });
 * ```
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
