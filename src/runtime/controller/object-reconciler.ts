/** Reconcilers that get the object: reading it, and keeping its finalizer, is done for them. */
import { ignoreNotFound, is } from '../client/requests/api-error.js';
import type { Client, Patch } from '../client/client.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { DeepReadonly, Stored } from '../object/readonly.js';
import type { ObjectReconciler, ObjectResult, ReconcileContext, Reconciler, Request, Result } from './reconcile.js';
import { nextStepOf } from './result.js';

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
  const finalizer = inner.finalizer ?? defaultFinalizer(kind);
  return {
    async reconcile(request, context) {
      const object = await context.client.find(kind, request, { signal: context.signal });
      if (!object) return inner.onDeleted?.(request, context);
      if (!inner.finalize) return reported(object, await inner.reconcileObject(object, context), context);
      return withFinalizer(object, request, { kind, inner, finalizer, context, controller });
    },
  };
}

interface Finalizing<T extends KubeObject> {
  readonly kind: Kind<T>;
  readonly inner: ObjectReconciler<T>;
  readonly finalizer: string;
  readonly context: ReconcileContext;
  readonly controller: string | undefined;
}

async function withFinalizer<T extends KubeObject>(
  object: Stored<T>,
  request: Request,
  { kind, inner, finalizer, context, controller }: Finalizing<T>,
): Promise<Result> {
  const { client } = context;
  const metadata = object.metadata as DeepReadonly<KubeObject>['metadata'];
  const finalizers = metadata.finalizers ?? [];
  const hasFinalizer = finalizers.includes(finalizer);
  if (metadata.deletionTimestamp !== undefined) {
    if (!hasFinalizer) return undefined;
    context.log.debug('finalizing');
    const result = await inner.finalize?.(object, context);
    // Anything but "finished" means that there is still something to clean up.
    if (nextStepOf(withoutStatus(result), controller).type !== 'done') return reported(object, result, context);
    refuseZeroDelay(result, controller);
    const left = finalizers.filter((name) => name !== finalizer);
    const change = { kind, request, resourceVersion: metadata.resourceVersion, finalizers: left, context };
    // Gone: somebody else has removed the last finalizer.
    const removed = await ignoreNotFound(setFinalizers(client, change).then((updated) => updated ?? again));
    return removed === again ? again : undefined;
  }
  if (hasFinalizer) return reported(object, await inner.reconcileObject(object, context), context);
  const added = [...finalizers, finalizer];
  const change = { kind, request, resourceVersion: metadata.resourceVersion, finalizers: added, context };
  const updated = await setFinalizers(client, change);
  if (!updated) return again;
  const stored = updated as Stored<T>;
  return reported(stored, await inner.reconcileObject(stored, context), context);
}

/** Writes the status that a reconciler returned; what is left says when to come again. */
async function reported<T extends KubeObject>(
  object: Stored<T>,
  result: ObjectResult<T>,
  { client }: ReconcileContext,
): Promise<Result> {
  if (!hasStatus(result)) return result;
  // It is gone by now: there is no status to write.
  await ignoreNotFound(client.status.report<T>(object, result.status));
  return withoutStatus(result);
}

function withoutStatus<T extends KubeObject>(result: ObjectResult<T>): Result {
  if (!hasStatus(result)) return result;
  const { status: _reported, ...rest } = result;
  return Object.keys(rest).length === 0 ? undefined : (rest as Result);
}

function hasStatus<T extends KubeObject>(
  result: ObjectResult<T>,
): result is Extract<ObjectResult<T>, { status: unknown }> {
  return typeof result === 'object' && 'status' in result && result.status !== undefined;
}

/** Nobody can tell whether "again after no time" means that the clean-up is finished, and a wrong guess loses data. */
function refuseZeroDelay(result: unknown, controller: string | undefined): void {
  if (typeof result === 'object' && result !== null && 'requeueAfterMs' in result)
    throw new Error(
      `finalize${controller === undefined ? '' : ` of controller "${controller}"`} returned { requeueAfterMs: 0 }: ` +
        'return nothing when the clean-up is finished, or a delay above 0 to be called again',
    );
}

/** Somebody else was faster; the new state is on its way. */
const again: Result = { requeue: 'backoff' };

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

function defaultFinalizer<T extends KubeObject>({ gvk, plural }: Kind<T>): string {
  return `${plural || gvk.kind.toLowerCase()}.${gvk.group || 'core.kbts'}/finalizer`;
}
