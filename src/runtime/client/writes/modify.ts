/** Read, change, write back, and again when somebody else was faster. */
import type { KubeObject } from '../../object/meta.js';
import { isTransformed } from '../../object/partial.js';
import { mutable } from '../../object/readonly.js';
import type { Client, KindRef, PatchOptions, Ref } from '../client.js';
import { mergeFrom } from './merge-from.js';
import { defaultRetry, retryOnConflict } from './retry-on-conflict.js';
import { targetOf } from '../requests/target.js';

/** Options of `modify`. */
export interface ModifyOptions extends PatchOptions {
  /** How many tries in all; 5 by default. */
  readonly tries?: number | undefined;
  /** Writes to a subresource, such as `status`, in place of the object. */
  readonly subresource?: string | undefined;
}

/**
 * Changes an object safely. `change` gets a copy that it may edit and may be called several times; only the difference
 * is sent, and only when there is one. Resolves to the object as stored.
 * @example
 * ```ts
 * const changed = await modify(client, { kind: Guestbook, ...key }, (draft) => {
 *   draft.spec.replicas = 3;
 * });
 * console.log(changed.spec.replicas); // 3
 * ```
 */
export async function modify<T extends KubeObject>(
  client: Client,
  ref: Ref<T>,
  change: (draft: T) => void | Promise<void>,
  options: ModifyOptions = {},
): Promise<T> {
  const { tries = defaultRetry.steps, subresource, ...write } = options;
  const target: KindRef<T> = await targetOf(client.mapper, ref, options);
  return retryOnConflict(
    async (attempt) => {
      // What conflicted was too old, so the next try must not come from a cache.
      const reader = attempt === 0 ? client : client.live;
      const seen = await reader.get(target.kind, target, { signal: options.signal });
      // What a transform removed must not be written as removed.
      const before = isTransformed(seen)
        ? await client.live.get(target.kind, target, { signal: options.signal })
        : seen;
      const after = mutable<T>(before);
      await change(after);
      const patch = mergeFrom<T>(before, after, { optimisticLock: true });
      if (!patch) return after;
      if (subresource === undefined) return client.patch(target, patch, write);
      return client.subresource(subresource).patch<T>(target, patch, write);
    },
    { ...defaultRetry, steps: tries, signal: options.signal },
  );
}
