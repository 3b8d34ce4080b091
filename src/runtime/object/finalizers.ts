/** Finalizers: what must be done before an object may go away. */
import type { KubeObject } from './meta.js';
import type { DeepReadonly } from './readonly.js';

/**
 * Edit and read finalizers. Edits change the object given; writing it is the caller's business.
 * @example
 * ```ts
 * const draft = mutable<Guestbook>(guestbook);
 * console.log(finalizers.add(draft, 'my.domain/cleanup'), draft.metadata.finalizers); // true [ 'my.domain/cleanup' ]
 * ```
 */
export const finalizers = {
  /** False when it was there already. */
  add(object: KubeObject, finalizer: string): boolean {
    check(finalizer);
    if (finalizers.has(object, finalizer)) return false;
    object.metadata.finalizers = [...(object.metadata.finalizers ?? []), finalizer];
    return true;
  },

  /** False when it was not there. */
  remove(object: KubeObject, finalizer: string): boolean {
    if (!finalizers.has(object, finalizer)) return false;
    object.metadata.finalizers = object.metadata.finalizers?.filter((existing) => existing !== finalizer);
    return true;
  },

  /** True when the object waits, or will wait, for `finalizer`. */
  has(object: KubeObject | DeepReadonly<KubeObject>, finalizer: string): boolean {
    return object.metadata.finalizers?.includes(finalizer) ?? false;
  },
} as const;

/** The server refuses names without a domain for kinds of its own, and warns for others. */
function check(finalizer: string): void {
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\/[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/.test(finalizer)) {
    throw new TypeError(`"${finalizer}" is not a finalizer; use the form my.domain/name`);
  }
}
