/** An apply that never takes over what belongs to others. */
import type { Kind } from '../../object/kind.js';
import type { KubeObject, ManagedFieldsEntry, ObjectKey } from '../../object/meta.js';
import { NotOwnedError, owners } from '../../object/owners.js';
import type { AnyObject, Stored, Written } from '../../object/readonly.js';
import type { Client, PatchOptions } from '../client.js';
import { is } from '../requests/api-error.js';
import { fieldManagerOf } from '../requests/write-options.js';

/** What is applied for an owner, and what is not touched. */
export interface CarefulApply<T extends KubeObject> {
  readonly client: Client;
  readonly owner: AnyObject;
  readonly kind: Kind<T>;
  readonly key: ObjectKey;
  readonly desired: KubeObject;
  /** Whether an existing object is a child of the owner. */
  readonly isOurs: (existing: AnyObject) => boolean;
  /** Whether an existing object without a controller may be taken over. */
  readonly mayAdopt: (existing: AnyObject) => boolean;
  readonly options: Omit<PatchOptions, 'force'>;
}

/**
 * Reads first: forced or not, an apply adds its fields and the owner reference to an object of someone else, which is then
 * deleted with the owner. An own object is forced, with its uid, so that a new object of that name is not taken for it.
 */
export async function applyCarefully<T extends KubeObject>(apply: CarefulApply<T>): Promise<Written<T>> {
  const { client, kind, key, options } = apply;
  const { signal } = options;
  // A cache may not have seen what someone else has just created, and creating a child is rare: ask the API server then.
  const known = (await client.find(kind, key, { signal })) ?? (await client.live.find(kind, key, { signal }));
  try {
    return await send(apply, known);
  } catch (error) {
    if (!is.conflict(error) && !is.invalid(error)) throw error;
    // What was read may be old: the object was created, deleted or replaced since.
    const now = await client.live.find(kind, key, { signal });
    if (now?.metadata.uid === known?.metadata.uid) throw error;
    return send(apply, now);
  }
}

async function send<T extends KubeObject>(
  apply: CarefulApply<T>,
  existing: Stored<T> | undefined,
): Promise<Written<T>> {
  const { client, owner, desired, options, isOurs, mayAdopt } = apply;
  if (!existing) return undoUnlessNew(apply, await client.apply<T>(desired as T, options));
  const object: AnyObject = existing;
  const controller = owners.controllerOf(object);
  if (!isOurs(object) && (controller !== undefined || !mayAdopt(object)))
    throw new NotOwnedError(object, owner, controller);
  const { uid } = object.metadata;
  const body = { ...desired, metadata: { ...desired.metadata, ...(uid ? { uid } : {}) } };
  return client.apply<T>(body as T, { ...options, force: true });
}

/**
 * Someone else may have created the object between the read and the apply. Fields of other managers in the answer reveal it:
 * what was added is then removed again.
 */
async function undoUnlessNew<T extends KubeObject>(apply: CarefulApply<T>, written: Written<T>): Promise<Written<T>> {
  const { client, owner, desired, options, mayAdopt } = apply;
  const manager = fieldManagerOf(options, client.defaults ?? {});
  const entries: readonly ManagedFieldsEntry[] = written.metadata.managedFields ?? [];
  if (entries.every((entry) => entry.manager === manager) || mayAdopt(written)) return written;
  const { name, namespace, uid } = written.metadata;
  const nothing = {
    apiVersion: desired.apiVersion,
    kind: desired.kind,
    metadata: { name, ...(namespace ? { namespace } : {}), uid },
  };
  await client.apply<T>(nothing as unknown as T, { ...options, force: true });
  // Had it had a controller, the API server would have refused a second one.
  throw new NotOwnedError(written, owner, undefined);
}
