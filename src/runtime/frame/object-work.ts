/** What happens to one object: its references are read, its children run, and then its own work. */
import { childKinds } from '../children/child-step.js';
import { reportOf } from '../children/child-state.js';
import { deleteChildren } from '../children/delete-children.js';
import { type ChildrenOutcome, type ChildrenPass, observeChildren, runChildren } from '../children/run-children.js';
import { addFinalizer } from '../client/writes/finalizer-patch.js';
import { fieldManagerOf } from '../client/requests/write-options.js';
import { reported } from '../controller/object-reconciler.js';
import type { ObjectReconciler, ReconcileContext as EngineContext, Request, Result } from '../controller/reconcile.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import { labeledObjects } from './child-watch.js';
import { type ContextParts, workContext } from './context.js';
import type { AnyWork, Definition } from './definition.js';
import { observe, scopeOf } from './observe.js';

/** One object, and what its work is done with. */
interface Task {
  readonly definition: Definition;
  readonly parts: ContextParts;
  readonly finalizer: string;
  readonly object: Stored<KubeObject>;
  readonly inner: EngineContext;
  readonly request: Request;
}

/** The work of a controller as the engine calls it. */
export function objectReconciler(
  definition: Definition,
  name: string,
  parts: ContextParts,
): ObjectReconciler<KubeObject> {
  const { kind, settings, children, prunes, finalize, onDeleted } = definition;
  const finalizer = settings.finalizer ?? finalizerName(kind, name);
  const hasChildren = children.length + prunes.length > 0;
  const taskOf = (object: Stored<KubeObject>, inner: EngineContext, request: Request): Task => ({
    definition,
    parts,
    finalizer,
    object,
    inner,
    request,
  });
  return {
    reconcileObject: (...given) =>
      hasChildren ? reconcileWithChildren(taskOf(...given)) : reconcileAlone(taskOf(...given)),
    ...(finalize || hasChildren ? { finalize: (...given) => finalizeObject(taskOf(...given)) } : {}),
    ...(onDeleted
      ? { onDeleted: (request, inner) => onDeleted(keyFrom(request), workContext(inner, request.cluster, parts)) }
      : {}),
    finalizer,
    // Without work of its own to do, only children that the garbage collector does not delete need a finalizer.
    addsFinalizer: !finalize && settings.deletion !== 'ordered',
    whileDeleting: settings.whileDeleting ?? false,
  };
}

/** The usual pass: without references nothing is waited for. */
async function reconcileAlone(task: Task): Promise<Result> {
  const { reconcile, references } = task.definition;
  if (!reconcile) return undefined;
  const observed = references.length === 0 ? {} : await observedBy(task);
  return call(reconcile, task, { observed, children: NO_CHILDREN });
}

/** Children first, even if one of them fails: the status tells of it, and the failure is thrown once that is written. */
async function reconcileWithChildren(task: Task): Promise<Result> {
  const { definition, object, inner } = task;
  const { reconcile } = definition;
  const pass = passOf(task);
  const outcome = await childrenOf(task, pass);
  const { failure, observed, report: children } = outcome;
  let result: Result = undefined;
  try {
    result = reconcile ? await call(reconcile, task, { observed, children }) : undefined;
  } catch (error) {
    if (!failure) throw error;
    inner.log.error('reconcile failed after a child had failed', { error });
  }
  if (!failure) return result;
  await reported(object, result, inner);
  throw failure.error;
}

/** An object that is being deleted reaches this only with `whileDeleting`. Its children are left to the garbage collector. */
async function childrenOf(task: Task, pass: ChildrenPass): Promise<ChildrenOutcome> {
  const given = await observedBy(task);
  if (task.object.metadata.deletionTimestamp === undefined) return runChildren(pass, given);
  return { observed: await observeChildren(pass, given), report: NO_CHILDREN };
}

async function finalizeObject(task: Task): Promise<Result> {
  const { definition } = task;
  const { finalize, settings, children, prunes } = definition;
  const hasChildren = children.length + prunes.length > 0;
  const pass = passOf(task);
  if (hasChildren && !(await deleteChildren(pass, settings.deletion === 'ordered')))
    return { requeueAfter: LOOK_AGAIN };
  if (!finalize) return undefined;
  const given = await observedBy(task);
  return call(finalize, task, { observed: hasChildren ? await observeChildren(pass, given) : given });
}

/** The deletion of a child reconciles its owner; this is for the case that nobody tells. */
const LOOK_AGAIN = '1m';

const NO_CHILDREN = reportOf([], 0);

function call(work: AnyWork, { object, inner, request, parts }: Task, more: object): Promise<Result> {
  return work(object, Object.assign(workContext(inner, request.cluster, parts), more) as never);
}

async function observedBy({ definition, object, inner }: Task): Promise<Readonly<Record<string, unknown>>> {
  const { references } = definition;
  return references.length === 0 ? {} : observe(references, object, inner.client);
}

function passOf(task: Task): ChildrenPass {
  const { definition, parts, object, inner, request, finalizer } = task;
  const { client } = inner;
  const fieldManager = fieldManagerOf({}, client.defaults ?? {});
  // Once in a pass: the object stays as it was read, without the finalizer.
  let holding: Promise<unknown> | undefined;
  return {
    parent: { owner: object, controller: parts.controller, fieldManager },
    steps: definition.children,
    kinds: childKinds(definition.children, definition.prunes),
    client,
    // Made when it is first asked for, which most passes never do.
    get signal() {
      return inner.signal;
    },
    labeled: (kind, ownerUid) => labeledObjects(client, kind, ownerUid),
    scopeOf: async (kind: Kind) =>
      kind.isDynamic ? (await client.mapper.resolve(kind, { signal: inner.signal })).scope : scopeOf(kind, client),
    holdOwner: () => (holding ??= addFinalizer<KubeObject>(client, object, finalizer, { signal: inner.signal })),
    contextWith: (observed) => Object.assign(workContext(inner, request.cluster, parts), { observed }),
  };
}

/** Has the name of the controller: two controllers of a kind clean up independently of each other. */
function finalizerName({ gvk, plural }: Kind, controller: string): string {
  return `${plural || gvk.kind.toLowerCase()}.${gvk.group || 'core.kbts'}/${controller}`;
}

function keyFrom({ name, namespace }: Request): { name: string; namespace?: string } {
  return namespace ? { name, namespace } : { name };
}
