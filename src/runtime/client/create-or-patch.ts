/** Like `createOrUpdate`, but sends only what changed, and writes status too. */
import { isEqual } from '../object/equality.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject } from '../object/meta.js';
import { mutable } from '../object/readonly.js';
import { is } from './api-error.js';
import type { Client, KindRef, PatchOptions, Reader, Ref } from './client.js';
import { mergeFrom } from './merge-from.js';
import { targetOf } from './target.js';

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
  const target = await targetOf(client.mapper, ref, options);
  try {
    return await attempt(client, client, target, change, options);
  } catch (error) {
    // A cache that has not seen the object yet said that there is none.
    if (!is.alreadyExists(error)) throw error;
    return attempt(client, client.live, target, change, options);
  }
}

async function attempt<T extends KubeObject>(
  client: Client,
  reader: Reader,
  { kind, name, namespace }: KindRef<T>,
  change: (draft: T) => void | Promise<void>,
  options: PatchOptions,
): Promise<CreateOrPatchResult<T>> {
  const before = await reader.find(kind, { name, namespace }, { signal: options.signal });
  const draft = before ? mutable<T>(before) : newObject(kind, { name, namespace });
  await change(draft);
  if (draft.metadata.name !== name || draft.metadata.namespace !== namespace) {
    throw new TypeError(`the change must not touch name and namespace of ${kind.gvk.kind} ${name}`);
  }
  if (!before) return { result: 'created', object: await client.create<T>(draft, options) };
  return patchChanged(client, mutable<T>(before), draft, options);
}

async function patchChanged<T extends KubeObject>(
  client: Client,
  before: T,
  draft: T,
  options: PatchOptions,
): Promise<CreateOrPatchResult<T>> {
  const { status: oldStatus, ...oldRest } = before as WithStatus;
  const { status, ...rest } = draft as WithStatus;
  const patch = mergeFrom(oldRest, rest);
  const object = patch ? await client.patch<T>(draft, patch, options) : draft;
  if (isEqual(oldStatus, status)) return { result: patch ? 'updated' : 'unchanged', object };
  const statusPatch = mergeFrom({ ...rest, status: oldStatus } as WithStatus, { ...rest, status } as WithStatus);
  if (!statusPatch) return { result: patch ? 'updated' : 'unchanged', object };
  const written = await client.status.patch<T>(draft, statusPatch, options);
  return { result: patch ? 'updatedStatus' : 'updatedStatusOnly', object: written };
}

function newObject<T extends KubeObject>(kind: Kind<T>, key: { name: string; namespace?: string }): T {
  const metadata = { name: key.name, ...(key.namespace === undefined ? {} : { namespace: key.namespace }) };
  // The rest is for `change` to fill in.
  return new kind({ metadata } as never);
}
