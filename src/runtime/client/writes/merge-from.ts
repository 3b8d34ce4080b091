/** A patch from the difference of two states. */
import { diffMergePatch } from '../../object/merge-patch.js';
import type { KubeObject } from '../../object/meta.js';
import { partialMark, refusePartial } from '../../object/partial.js';
import type { AnyForm } from '../../object/readonly.js';
import type { Patch } from '../client.js';

/**
 * The merge patch that turns `before` into `after`; undefined when they are the same, so that nothing needs to be sent.
 * With `optimisticLock` the server refuses the patch (conflict) when the object has changed since `before` was read.
 * @example
 * ```ts
 * const draft = mutable<Guestbook>(guestbook);
 * draft.spec.replicas = 5;
 * const patch = mergeFrom(guestbook, draft, { optimisticLock: true });
 * if (patch) await client.patch(guestbook, patch);
 * ```
 */
export function mergeFrom<T extends KubeObject>(
  before: AnyForm<T>,
  after: AnyForm<T>,
  options: { readonly optimisticLock?: boolean } = {},
): Patch<T> | undefined {
  // The difference to a partial object would remove everything that it does not show.
  if (partialMark(before) !== partialMark(after)) refusePartial(partialMark(after) ? after : before, 'mergeFrom');
  const body: { metadata?: object } | undefined = diffMergePatch(before, after);
  // The difference of two objects of a kind is a patch for that kind.
  const patchWith = (difference: object): Patch<T> => ({ type: 'merge', body: difference }) as Patch<T>;
  if (!body || !options.optimisticLock) return body && patchWith(body);
  const { resourceVersion } = (before as KubeObject).metadata;
  if (!resourceVersion) {
    throw new TypeError('an optimistic lock needs the resourceVersion of the object as it was read');
  }
  return patchWith({ ...body, metadata: { ...body.metadata, resourceVersion } });
}
