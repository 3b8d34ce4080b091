/** Names of objects inside one kind, as text: values of type `{ namespace, name }` have no equality in JavaScript. */
import type { ObjectKey } from '../../object/meta.js';
import type { AnyObject } from '../../object/readonly.js';

/** Name and namespace; those of an object's metadata may be unknown yet. */
interface Named {
  readonly name?: string;
  readonly namespace?: string | undefined;
}

/**
 * `namespace/name` of an object, of its metadata or of a key; `name` when there is no namespace.
 * @example
 * ```ts
 * console.log(keyOf({ namespace: 'default', name: 'a' }), keyOf(guestbook)); // default/a default/welcome
 * ```
 */
export function keyOf(of: Named | AnyObject): string {
  const { namespace, name } = 'metadata' in of ? of.metadata : of;
  return namespace ? `${namespace}/${name ?? ''}` : (name ?? '');
}

/**
 * The inverse of `keyOf`.
 * @example
 * ```ts
 * console.log(parseKey('default/a')); // { namespace: 'default', name: 'a' }
 * ```
 */
export function parseKey(key: string): ObjectKey {
  const slash = key.indexOf('/');
  return slash < 0 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
