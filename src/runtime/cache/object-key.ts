/** Names of objects inside one kind, as text: values of type `{ namespace, name }` have no equality in JavaScript. */
import type { ObjectKey } from '../object/meta.js';

/**
 * `namespace/name`, or `name` when there is no namespace.
 * @example
 * ```ts
 * console.log(keyOf({ namespace: 'default', name: 'a' })); // default/a
 * ```
 */
export function keyOf({ namespace, name }: { readonly name?: string; readonly namespace?: string }): string {
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
