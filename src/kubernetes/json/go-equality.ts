/** Equality as Go sees it: fields that are not pointers cannot tell a zero value from an absent one. */
import { isObject, jsonEqual, setOwn, type JsonObject, type JsonValue } from './json-value.js';

/** Names of fields that are pointers, so that `false` and `0` count. */
const POINTERS = new Set(
  (
    'automountServiceAccountToken hostUsers shareProcessNamespace setHostnameAsFQDN runAsUser runAsGroup runAsNonRoot ' +
    'privileged allowPrivilegeEscalation readOnlyRootFilesystem fsGroup optional defaultMode mode ' +
    'terminationGracePeriodSeconds tolerationSeconds completions parallelism priority immutable activeDeadlineSeconds ' +
    'partition volumeAttributesClassName enableServiceLinks storageClassName backoffLimitPerIndex manualSelector minDomains replicas'
  ).split(' '),
);

/** Whether Go would find two values equal. */
export function sameInGo(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return jsonEqual(left, right) || jsonEqual(plain(left), plain(right));
}

function plain(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => plain(item) ?? null);
  if (!isObject(value)) return value === '' || value === 0 || value === false || value === null ? undefined : value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = POINTERS.has(key) ? value[key] : plain(value[key]);
    if (member !== undefined && member !== null) setOwn(result, key, member);
  }
  return result;
}
