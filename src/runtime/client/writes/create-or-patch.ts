/** Like `createOrUpdate`, but sends only what changed, and writes status too. */
import { isEqual } from '../../object/equality.js';
import type { KubeObject } from '../../object/meta.js';
import { mutable } from '../../object/readonly.js';
import type { Client, Patch, PatchOptions, Ref } from '../client.js';
import { createOrChange } from './create-or-change.js';
import { mergeFrom } from './merge-from.js';

/** What had to be done, and the object as it is now. */
export interface CreateOrPatchResult<T> {
  readonly result: 'created' | 'updated' | 'updatedStatus' | 'updatedStatusOnly' | 'unchanged';
  readonly object: T;
}

type WithStatus = KubeObject & { status?: unknown };

/**
 * Reads the object, lets `change` edit it, and creates it or patches what changed: first the object, then its status.
 * The status of an object that had to be created is not written; that is for the next reconcile. `change` may be called
 * twice.
 * @example
 * ```ts
 * const { result } = await createOrPatch(client, { kind: Guestbook, ...key }, (draft) => {
 *   draft.spec.replicas = 2;
 *   draft.status = { ready: true };
 * });
 * console.log(result); // updatedStatus
 * ```
 */
export async function createOrPatch<T extends KubeObject>(
  client: Client,
  ref: Ref<T>,
  change: (draft: T) => void | Promise<void>,
  options: PatchOptions = {},
): Promise<CreateOrPatchResult<T>> {
  return createOrChange<T, CreateOrPatchResult<T>>(client, ref, {
    edit: change,
    options,
    write: async (before, draft) => patchChanged(client, mutable<T>(before), draft, options),
  });
}

async function patchChanged<T extends KubeObject>(
  client: Client,
  before: T,
  draft: T,
  options: PatchOptions,
): Promise<CreateOrPatchResult<T>> {
  const { status: oldStatus, ...oldRest } = before as WithStatus;
  const { status, ...rest } = draft as WithStatus;
  // Without the status, which has a patch of its own, a difference of two `T` is still a patch of one.
  const patch = mergeFrom(oldRest, rest) as Patch<T> | undefined;
  const object = patch ? await client.patch<T>(draft, patch, options) : draft;
  if (isEqual(oldStatus, status)) return { result: patch ? 'updated' : 'unchanged', object };
  const [from, to] = [
    { ...rest, status: oldStatus },
    { ...rest, status },
  ] as [WithStatus, WithStatus];
  const statusPatch = mergeFrom(from, to) as Patch<T> | undefined;
  if (!statusPatch) return { result: patch ? 'updated' : 'unchanged', object };
  const written = await client.status.patch<T>(draft, statusPatch, options);
  return { result: patch ? 'updatedStatus' : 'updatedStatusOnly', object: written };
}
