/** For parity with controller-runtime; `client.apply` is simpler and safer for new code. */
import type { KubeObject } from '../object/meta.js';
import { isEqual } from '../object/equality.js';
import { mutable } from '../object/readonly.js';
import { is } from './api-error.js';
import type { Client, KindRef, Reader, Ref, WriteOptions } from './client.js';
import { targetOf } from './target.js';

/** What had to be done, and the object as it is now. */
export interface CreateOrUpdateResult<T> {
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly object: T;
}

/**
 * Reads the object, lets `change` edit it, and creates or updates it when that made a difference. `change` may be called
 * twice and must not change name or namespace; what it does to `status` of a kind with that subresource is not written.
 * @example
 * ```ts
 * const settings = { kind: ConfigMap, namespace: 'default', name: 'settings' };
 * const { result } = await createOrUpdate(client, settings, (draft) => {
 *   draft.data = { color: 'red' };
 * });
 * console.log(result); // created
 * ```
 */
export async function createOrUpdate<T extends KubeObject>(
  client: Client,
  ref: Ref<T>,
  change: (draft: T) => void | Promise<void>,
  options: WriteOptions = {},
): Promise<CreateOrUpdateResult<T>> {
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
  options: WriteOptions,
): Promise<CreateOrUpdateResult<T>> {
  const before = await reader.find(kind, { name, namespace }, { signal: options.signal });
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  const draft = before ? mutable<T>(before) : new kind({ metadata } as never);
  await change(draft);
  if (draft.metadata.name !== name || draft.metadata.namespace !== namespace) {
    throw new TypeError(`the change must not touch name and namespace of ${kind.gvk.kind} ${name}`);
  }
  if (!before) return { result: 'created', object: await client.create<T>(draft, options) };
  if (isEqual(before, draft)) return { result: 'unchanged', object: draft };
  return { result: 'updated', object: await client.update<T>(draft, options) };
}
