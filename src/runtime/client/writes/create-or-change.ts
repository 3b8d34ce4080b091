/** What `createOrUpdate` and `createOrPatch` have in common: all but how an existing object is written. */
import type { KubeObject } from '../../object/meta.js';
import { isTransformed } from '../../object/partial.js';
import { mutable, type DeepReadonly } from '../../object/readonly.js';
import { is } from '../requests/api-error.js';
import type { Client, KindRef, Reader, Ref, WriteOptions } from '../client.js';
import { targetOf } from '../requests/target.js';

/** What to do with an object, and how. */
export interface Change<T extends KubeObject, R> {
  edit(draft: T): void | Promise<void>;
  /** Writes an object that existed. */
  write(before: DeepReadonly<T>, draft: T): Promise<R>;
  readonly options: WriteOptions;
}

/** Reads the object and lets `edit` change it; then creates it, or calls `write`. `edit` may be called twice. */
export async function createOrChange<T extends KubeObject, R>(
  client: Client,
  ref: Ref<T>,
  change: Change<T, R>,
): Promise<R | { readonly result: 'created'; readonly object: T }> {
  const target = await targetOf(client.mapper, ref, change.options);
  try {
    return await attempt(client, client, target, change);
  } catch (error) {
    // A cache that has not seen the object yet said that there is none.
    if (!is.alreadyExists(error)) throw error;
    return attempt(client, client.live, target, change);
  }
}

async function attempt<T extends KubeObject, R>(
  client: Client,
  reader: Reader,
  { kind, name, namespace }: KindRef<T>,
  { edit, write, options }: Change<T, R>,
): Promise<R | { readonly result: 'created'; readonly object: T }> {
  const { signal } = options;
  const seen = await reader.find(kind, { name, namespace }, { signal });
  // What a transform removed must not be written as removed.
  const before = seen && isTransformed(seen) ? await client.live.find(kind, { name, namespace }, { signal }) : seen;
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  // The rest of a new object is for `edit` to fill in.
  const draft = before ? mutable<T>(before) : new kind({ metadata } as never);
  await edit(draft);
  if (draft.metadata.name !== name || draft.metadata.namespace !== namespace) {
    throw new TypeError(`the change must not touch name and namespace of ${kind.gvk.kind} ${name}`);
  }
  return before ? write(before, draft) : { result: 'created', object: await client.create<T>(draft, options) };
}
