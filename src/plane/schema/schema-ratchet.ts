/** Ratcheting: an update may keep values that were wrong before, as long as it does not touch them. */
import type { ApiObject } from '../storage/api-object.js';
import type { Finding } from '../../kubernetes/finding.js';
import { isObject, jsonEqual, own, type JsonValue } from '../../kubernetes/json/json-value.js';

/** The findings that an update is responsible for. */
export function ratchet(errors: readonly Finding[], after: ApiObject, before: ApiObject): Finding[] {
  return errors.filter(({ field }) => {
    if (field === '<nil>' || field === '') return true;
    const path = parsePath(field);
    const now = valueAt(after, path);
    return now === undefined || !jsonEqual(now, valueAt(before, path));
  });
}

/** `spec.list[1].name` as keys and indexes. */
function parsePath(field: string): (string | number)[] {
  // Behind the last `]` no bracket is closed, and none has to be looked for.
  const end = field.lastIndexOf(']') + 1;
  const closed = [...field.slice(0, end).matchAll(/\[(\d+)\]|\[([^\]]+)\]|([^.[\]]+)/g)].map(([, index, key, name]) =>
    index === undefined ? (key ?? name ?? '') : Number(index),
  );
  return [...closed, ...(field.slice(end).match(/[^.[]+/g) ?? [])];
}

function valueAt(value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const step of path) {
    if (typeof step === 'number') current = Array.isArray(current) ? current[step] : undefined;
    else current = isObject(current) ? own(current, step) : undefined;
  }
  return current;
}
