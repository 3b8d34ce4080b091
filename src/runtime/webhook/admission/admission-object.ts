/** Takes the object of an admission request, checked against the kind that the hook serves. */
import type { Kind } from '../../object/kind.js';
import type { KubeObject } from '../../object/meta.js';
import { isRecord } from '../../object/json.js';

/** An object that is not what the hook serves; answered with 400. */
export class AdmissionObjectError extends Error {
  override readonly name = 'AdmissionObjectError';
}

/** `raw` as an object of `kind`, not copied. Throws an `AdmissionObjectError` when it is something else. */
export function objectOf<T extends KubeObject>(kind: Kind<T>, raw: unknown, field: 'object' | 'oldObject'): T {
  if (!isRecord(raw)) throw new AdmissionObjectError(`request.${field} is missing or not an object`);
  if (raw['apiVersion'] !== kind.apiVersion || raw['kind'] !== kind.gvk.kind) {
    throw new AdmissionObjectError(
      `this webhook serves ${kind.apiVersion} ${kind.gvk.kind}, but request.${field} is ` +
        `${String(raw['apiVersion'])} ${String(raw['kind'])}: check the rules of the webhook configuration`,
    );
  }
  if (!isRecord(raw['metadata'])) throw new AdmissionObjectError(`request.${field} has no metadata`);
  // Checked as far as the runtime relies on it; the API server has validated the rest against the schema.
  return raw as unknown as T;
}
