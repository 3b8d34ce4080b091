/**
 * Names and namespaces of requests, checked at one place for every verb. A name that is missing, or becomes an empty path
 * segment, would turn a request for one object into a request for its whole collection.
 */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import type { KindInfo } from '../../object/kind.js';

/** Throws unless `name` is a string that stays one segment of a path. */
export function checkName(kind: Pick<KindInfo, 'gvk'>, name: unknown): asserts name is string {
  if (isSegment(name)) return;
  throw new InvalidCallError(
    `invalid name ${quoted(name)} for ${kind.gvk.kind}: the name must be a non-empty string without "/", and not "." or ".."`,
  );
}

/** Throws unless `namespace` is a string that stays one segment of a path. */
export function checkNamespace(kind: KindInfo, namespace: unknown): asserts namespace is string {
  if (isSegment(namespace)) return;
  throw new InvalidCallError(
    `invalid namespace ${quoted(namespace)} for ${kind.gvk.kind}: the namespace must be a non-empty string without "/", and not "." or ".."; omit it to list all namespaces`,
  );
}

/**
 * Checks a key as far as that is possible without asking the server, so that a wrong name costs no request. Whether a
 * dynamic kind has namespaces is not known yet; its namespace is checked once it is.
 */
export function checkKey(kind: KindInfo, key: { readonly name?: unknown; readonly namespace?: unknown }): void {
  checkName(kind, key.name);
  checkPlace(kind, key.namespace);
}

/** Checks the namespace of a call, if it has one and the kind is known to need it. */
export function checkPlace(kind: KindInfo, namespace: unknown): void {
  if (kind.scope === 'Namespaced' && !kind.isDynamic && namespace !== undefined) checkNamespace(kind, namespace);
}

/** Whether a value stays one segment of a path. */
export function isSegment(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value !== '.' && value !== '..' && !/[/\p{Surrogate}]/u.test(value)
  );
}
