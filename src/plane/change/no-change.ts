/** Writes that change nothing: the API server does not store them. */
import type { ApiObject, ManagedFieldsEntry } from '../storage/api-object.js';
import { jsonEqual, type JsonValue } from '../../kubernetes/json/json-value.js';

/**
 * The object with the times that its managers had before, when nothing but these times is new: applying `labels: {}` again
 * is merged as a change, of which Go keeps nothing.
 */
export function withOldTimes(after: ApiObject, before: ApiObject): ApiObject {
  const [now = [], then = []] = [after.metadata.managedFields, before.metadata.managedFields];
  if (now.length === 0 || now.length !== then.length) return after;
  if (now.every(({ time }, index) => time === then[index]?.time)) return after;
  if (!now.every((entry, index) => isSameEntry(entry, then[index]))) return after;
  const reverted = { ...after, metadata: { ...after.metadata, managedFields: before.metadata.managedFields } };
  return jsonEqual(reverted, before) ? reverted : after;
}

function isSameEntry(left: ManagedFieldsEntry, right: ManagedFieldsEntry | undefined): boolean {
  const untimed = (entry: ManagedFieldsEntry): JsonValue => ({ ...entry, time: undefined });
  return right !== undefined && jsonEqual(untimed(left), untimed(right));
}
