/** For parity with controller-runtime; `client.apply` is simpler and safer for new code. */
import type { KubeObject } from '../../object/meta.js';
import type { WholeObject } from '../../object/partial.js';
import { isEqual } from '../../object/equality.js';
import type { Client, Ref, WriteOptions } from '../client.js';
import { createOrChange } from './create-or-change.js';

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
export async function createOrUpdate<T extends KubeObject & WholeObject>(
  client: Client,
  ref: Ref<T>,
  change: (draft: T) => void | Promise<void>,
  options: WriteOptions = {},
): Promise<CreateOrUpdateResult<T>> {
  return createOrChange<T, CreateOrUpdateResult<T>>(client, ref, {
    edit: change,
    options,
    write: async (before, draft) =>
      isEqual(before, draft)
        ? { result: 'unchanged', object: draft }
        : { result: 'updated', object: await client.update<T>(draft, options) },
  });
}
