/** Finalizers on the server, changed so that nobody else's are lost. */
import { finalizers } from '../../object/finalizers.js';
import type { KubeObject } from '../../object/meta.js';
import { mutable, type AnyForm } from '../../object/readonly.js';
import { is } from '../requests/api-error.js';
import type { Client, JsonPatchOperation, PatchOptions } from '../client.js';

/**
 * Adds the finalizer unless it is there. Rejects with `is.invalid` when the list has changed meanwhile: read again.
 * @example
 * ```ts
 * const held = await addFinalizer(client, guestbook, 'my.domain/cleanup');
 * console.log(held.metadata.finalizers); // [ 'my.domain/cleanup' ]
 * ```
 */
export async function addFinalizer<T extends KubeObject>(
  client: Client,
  object: AnyForm<T>,
  finalizer: string,
  options: PatchOptions = {},
): Promise<T> {
  const draft = mutable<T>(object);
  if (!finalizers.add(draft, finalizer)) return draft;
  return client.patch<T>(object, { type: 'json', operations: replaceList(object as KubeObject, draft) }, options);
}

/**
 * Removes the finalizer; undefined when that let the object go, or when it was gone already.
 * @example
 * ```ts
 * const held = await addFinalizer(client, guestbook, 'my.domain/cleanup');
 * const free = await removeFinalizer(client, held, 'my.domain/cleanup');
 * console.log(free?.metadata.finalizers); // undefined
 * ```
 */
export async function removeFinalizer<T extends KubeObject>(
  client: Client,
  object: AnyForm<T>,
  finalizer: string,
  options: PatchOptions = {},
): Promise<T | undefined> {
  const draft = mutable<T>(object);
  if (!finalizers.remove(draft, finalizer)) return draft;
  try {
    const patch = { type: 'json', operations: replaceList(object as KubeObject, draft) } as const;
    const stored = await client.patch<T>(object, patch, options);
    const isLast = (stored.metadata.finalizers ?? []).length === 0 && stored.metadata.deletionTimestamp !== undefined;
    return isLast ? undefined : stored;
  } catch (error) {
    if (is.notFound(error)) return undefined;
    throw error;
  }
}

/** The `test` makes the server refuse the patch when the list is no longer what we saw. */
function replaceList(before: KubeObject, after: KubeObject): JsonPatchOperation[] {
  const path = '/metadata/finalizers';
  const value = after.metadata.finalizers ?? [];
  const uid: JsonPatchOperation[] = before.metadata.uid
    ? [{ op: 'test', path: '/metadata/uid', value: before.metadata.uid }]
    : [];
  if (before.metadata.finalizers === undefined) {
    return [...uid, { op: 'test', path, value: null }, { op: 'add', path, value }];
  }
  return [...uid, { op: 'test', path, value: before.metadata.finalizers }, { op: 'replace', path, value }];
}
