/** Reconcilers that get the object: reading it, and keeping its finalizer, is done for them. */
import { ignoreNotFound, is } from '../client/api-error.js';
import type { Client } from '../client/client.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { DeepReadonly } from '../object/readonly.js';
import type { ObjectReconciler, ReconcileContext, Reconciler, Request, Result } from './reconcile.js';
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
      if (!inner.finalize) return inner.reconcileObject(object, context);
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
  object: DeepReadonly<T>,
  request: Request,
  { kind, inner, finalizer, context, controller }: Finalizing<T>,
): Promise<Result> {
  const { client } = context;
  const metadata = object.metadata as DeepReadonly<KubeObject>['metadata'];
  const finalizers = metadata.finalizers ?? [];
  const hasFinalizer = finalizers.includes(finalizer);
  if (metadata.deletionTimestamp !== undefined) {
    if (!hasFinalizer) return undefined;
    const result = await inner.finalize?.(object, context);
    // Anything but "finished" means that there is still something to clean up.
    if (nextStepOf(result, controller).type !== 'done') return result;
    refuseZeroDelay(result, controller);
    const left = finalizers.filter((name) => name !== finalizer);
    const change = { kind, request, resourceVersion: metadata.resourceVersion, finalizers: left, context };
    // Gone: somebody else has removed the last finalizer.
    const removed = await ignoreNotFound(setFinalizers(client, change).then((updated) => updated ?? again));
    return removed === again ? again : undefined;
  }
  if (hasFinalizer) return inner.reconcileObject(object, context);
  const added = [...finalizers, finalizer];
  const change = { kind, request, resourceVersion: metadata.resourceVersion, finalizers: added, context };
  const updated = await setFinalizers(client, change);
  return updated ? inner.reconcileObject(updated as DeepReadonly<T>, context) : again;
}

/** Nobody can tell whether "again after no time" means that the clean-up is finished, and a wrong guess loses data. */
function refuseZeroDelay(result: Result, controller: string | undefined): void {
  if (result && 'requeueAfterMs' in result)
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
    return await client.patch(target, { type: 'merge', body }, { signal: context.signal });
  } catch (error) {
    if (is.conflict(error)) return undefined;
    throw error;
  }
}

function defaultFinalizer<T extends KubeObject>({ gvk, plural }: Kind<T>): string {
  return `${plural || gvk.kind.toLowerCase()}.${gvk.group || 'core.kbts'}/finalizer`;
}
