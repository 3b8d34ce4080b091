/** The objects that a read is about. */
import { parseKey } from '../store/object-key.js';

/** One object, all objects of a namespace, or all objects of the kind. */
export type ReadScope = { readonly key: string } | { readonly namespace: string | undefined };

/** Whether a read of `scope` shows the object with this key. */
export function isInScope(key: string, scope: ReadScope): boolean {
  if ('key' in scope) return key === scope.key;
  return scope.namespace === undefined || namespaceOf(key) === scope.namespace;
}

/** The namespace of a key; empty for cluster-scoped objects. */
export function namespaceOf(key: string): string {
  return parseKey(key).namespace ?? '';
}
