/** Reconcilers that get the object: reading it, and keeping its finalizer, is done for them. */
import { ignoreNotFound, is } from '../client/requests/api-error.js';
import type { Client, Patch, StatusReport } from '../client/client.js';
import { removeFinalizer } from '../client/writes/finalizer-patch.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { DeepReadonly, Stored } from '../object/readonly.js';
import type { ObjectReconciler, ObjectResult, ReconcileContext, Reconciler, Request, Result } from './reconcile.js';
import { requestKey } from './request-key.js';
import { InvalidResultError, nextStepOf } from './result.js';

/** True for a reconciler that wants objects. */
export function isObjectReconciler<T extends KubeObject>(
  reconciler: Reconciler | ObjectReconciler<T>,
): reconciler is ObjectReconciler<T> {
  return 'reconcileObject' in reconciler;
}

/** Fetches the object and calls the right method. An object that is gone counts as a success. */
export function adaptObjectReconciler<T extends KubeObject>(
  kind: Kind<T>,
  inner: ObjectReconciler<T>,
  controller?: string,
): Reconciler {
  const finalizer = finalizerOf(kind, inner);
  const finished = new Map<string, string>();
  return {
    async reconcile(request, context) {
      const object = await context.client.find(kind, request);
      if (!object) {
        finished.delete(requestKey(request));
        return inner.onDeleted?.(request, context);
      }
      return withFinalizer(object, request, { kind, inner, finalizer, context, controller, finished });
    },
  };
}

/** The finalizer of a reconciler that cleans up. */
export function finalizerOf<T extends KubeObject>({ gvk, plural }: Kind<T>, inner: ObjectReconciler<T>): string {
  return inner.finalizer ?? `${plural || gvk.kind.toLowerCase()}.${gvk.group || 'core.kbts'}/finalizer`;
}

interface Finalizing<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly inner: ObjectReconciler<T>;
  readonly finalizer: string;
  readonly context: ReconcileContext;
  readonly controller: string | undefined;
  /** Uids of objects that are cleaned up and still have the finalizer, by request. */
  readonly finished: Map<string, string>;
}

async function withFinalizer<T extends KubeObject>(
  object: Stored<T>,
  request: Request,
  finalizing: Finalizing<T>,
): Promise<Result> {
  const { kind, inner, finalizer, context } = finalizing;
  const { client } = context;
  const metadata = object.metadata as DeepReadonly<KubeObject>['metadata'];
  const finalizers = metadata.finalizers ?? [];
  const hasFinalizer = finalizers.includes(finalizer);
  if (metadata.deletionTimestamp !== undefined) {
    if (hasFinalizer) return finalize(object, request, finalizing);
    return inner.whileDeleting
      ? reported(object, await inner.reconcileObject(object, context, request), context)
      : undefined;
  }
  if (hasFinalizer || !inner.finalize || inner.addsFinalizer)
    return reported(object, await inner.reconcileObject(object, context, request), context);
  const added = [...finalizers, finalizer];
  const change = { kind, request, resourceVersion: metadata.resourceVersion, finalizers: added, context };
  const updated = await setFinalizers(client, change);
  if (!updated) return again;
  const stored = updated as Stored<T>;
  return reported(stored, await inner.reconcileObject(stored, context, request), context);
}

/** Cleans up once: when only the removal of the finalizer fails, the next try does nothing else. */
async function finalize<T extends KubeObject>(
  object: Stored<T>,
  request: Request,
  { kind, inner, finalizer, context, controller, finished }: Finalizing<T>,
): Promise<Result> {
  const { uid = '', finalizers = [] } = object.metadata as DeepReadonly<KubeObject>['metadata'];
  const key = requestKey(request);
  if (finished.get(key) !== uid) {
    context.log.debug('finalizing');
    // Without a clean-up the finalizer was left behind by an earlier version of the program.
    const result = await inner.finalize?.(object, context, request);
    // Anything but "finished" means that there is still something to clean up.
    if (nextStepOf(withoutStatus(result), controller).type !== 'done') return reported(object, result, context);
    finished.set(key, uid);
    // The finalizers of others keep the object, and its status can still be read.
    if (finalizers.length > 1) await reported(object, result, context);
  }
  await letGo(object, { finalizer, context, find: () => context.client.live.find(kind, request) });
  finished.delete(key);
  return undefined;
}

/** How often others may change the finalizers while ours is removed. */
const MOST_TRIES = 5;

/** Removes the finalizer from the object as it is now, whatever was written to it since it was read. */
async function letGo<T extends KubeObject>(
  object: Stored<T>,
  change: { finalizer: string; context: ReconcileContext; find: () => Promise<Stored<T> | undefined> },
): Promise<void> {
  const { finalizer, context, find } = change;
  const listOf = ({ metadata }: Stored<T>) => (metadata as DeepReadonly<KubeObject>['metadata']).finalizers ?? [];
  const uidOf = ({ metadata }: Stored<T>) => (metadata as DeepReadonly<KubeObject>['metadata']).uid;
  let current = object;
  for (let tries = 1; ; tries++) {
    try {
      await removeFinalizer<T>(context.client, current, finalizer, { signal: context.signal });
      return;
    } catch (error) {
      if (!is.invalid(error) && !is.conflict(error)) throw error;
      const next = await find();
      if (!next || uidOf(next) !== uidOf(object) || !listOf(next).includes(finalizer)) return;
      const isUnchanged = listOf(next).join() === listOf(current).join();
      if (tries >= MOST_TRIES || (is.invalid(error) && isUnchanged)) throw error;
      current = next;
    }
  }
}

/** Writes the status that a reconciler returned; what is left says when to come again. */
export async function reported<T extends KubeObject>(
  object: Stored<T>,
  result: ObjectResult<T>,
  { client }: ReconcileContext,
): Promise<Result> {
  const status = statusOf(result);
  // It is gone by now: there is no status to write.
  if (status !== undefined) await ignoreNotFound(client.status.report<T>(object, status));
  return withoutStatus(result);
}

function withoutStatus<T extends KubeObject>(result: ObjectResult<T>): Result {
  if (typeof result !== 'object' || result === null || !('status' in result)) return result;
  const { status: _reported, ...rest } = result;
  return rest;
}

function statusOf<T extends KubeObject>(result: ObjectResult<T>): StatusReport<T> | undefined {
  const status = typeof result === 'object' && result !== null ? result.status : undefined;
  if (status === undefined || (typeof status === 'object' && status !== null && !Array.isArray(status))) return status;
  throw new InvalidResultError(result, 'status must be an object');
}

/** Somebody else was faster; the new state is on its way. */
const again: Result = { requeue: true };

/**
 * Undefined when the object has changed meanwhile, which the version tells: a merge patch replaces lists. Conflicts of
 * the reconciler's own writes are its own business.
 */
async function setFinalizers<T extends KubeObject>(
  client: Client,
  change: {
    kind: Kind<T>;
    request: Request;
    resourceVersion: string | undefined;
    finalizers: readonly string[];
    context: ReconcileContext;
  },
): Promise<T | undefined> {
  const { kind, request, resourceVersion, finalizers, context } = change;
  const body = { metadata: { finalizers, resourceVersion } };
  const target = { kind, name: request.name, ...(request.namespace ? { namespace: request.namespace } : {}) };
  try {
    // Every kind has metadata, so that this is a patch of any.
    const patch = { type: 'merge', body } as unknown as Patch<T>;
    return await client.patch(target, patch, { signal: context.signal });
  } catch (error) {
    if (is.conflict(error)) return undefined;
    throw error;
  }
}
