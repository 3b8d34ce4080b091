/** What the workload controllers share: ownership, templates, counting, conditions. */
import { createHash } from 'node:crypto';
import { section, type ApiObject } from '../storage/api-object.js';
import { timestamp, type WallClock } from '../wall-clock.js';
import { isObject, jsonEqual, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';

/** The spec of an object. */
export function specOf(object: ApiObject): JsonObject {
  return section(object, 'spec');
}

/** The status of an object. */
export function statusOf(object: ApiObject): JsonObject {
  return section(object, 'status');
}

/** A number of the spec or status. */
export function numberOf(value: JsonValue | undefined, absent = 0): number {
  return typeof value === 'number' ? value : absent;
}

/** Whether an object is controlled by another. */
export function isControlledBy(object: ApiObject, owner: ApiObject): boolean {
  return (object.metadata.ownerReferences ?? []).some(
    (reference) => reference.controller === true && reference.uid === owner.metadata.uid,
  );
}

/** The controller reference to an owner. */
export function controllerReference(owner: ApiObject): JsonObject {
  const { name, uid } = owner.metadata;
  return { apiVersion: owner.apiVersion, kind: owner.kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** A pod from the template of a workload. */
export function podFrom(owner: ApiObject, metadata: JsonObject, labels: JsonObject = {}): JsonObject {
  const template = templateOf(owner);
  const given = isObject(template['metadata']) ? template['metadata'] : {};
  const own = isObject(given['labels']) ? given['labels'] : {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      namespace: owner.metadata.namespace,
      ...metadata,
      labels: { ...own, ...labels },
      ...(isObject(given['annotations']) ? { annotations: given['annotations'] } : {}),
      ownerReferences: [controllerReference(owner)],
    },
    spec: isObject(template['spec']) ? template['spec'] : {},
  };
}

/** The pod template of a workload. */
export function templateOf(owner: ApiObject): JsonObject {
  const template = specOf(owner)['template'];
  return isObject(template) ? template : {};
}

/** Ten letters and digits that depend on a template alone. */
export function templateHash(template: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(template)).digest('hex').slice(0, 10);
}

/** Whether a pod has the condition Ready. */
export function isReady(pod: ApiObject): boolean {
  return conditionOf(statusOf(pod), 'Ready')?.['status'] === 'True';
}

/** Whether a pod still counts: not finished, not going. */
export function isActive(pod: ApiObject): boolean {
  const { phase } = statusOf(pod);
  return pod.metadata.deletionTimestamp === undefined && phase !== 'Succeeded' && phase !== 'Failed';
}

/** A condition of a status. */
export function conditionOf(status: JsonObject, type: string): JsonObject | undefined {
  const { conditions } = status;
  return Array.isArray(conditions) ? conditions.filter(isObject).find((entry) => entry['type'] === type) : undefined;
}

/** The condition with times kept while its status stays the same. */
export function condition(before: JsonObject, next: JsonObject, clock: WallClock): JsonObject {
  const known = conditionOf(before, String(next['type']));
  const now = timestamp(clock);
  const isSame = known?.['status'] === next['status'];
  const isEqual = isSame && known?.['reason'] === next['reason'] && known?.['message'] === next['message'];
  return {
    ...next,
    lastTransitionTime: isSame ? (known?.['lastTransitionTime'] ?? now) : now,
    ...(next['type'] === 'Available' || next['type'] === 'Progressing'
      ? { lastUpdateTime: isEqual ? (known?.['lastUpdateTime'] ?? now) : now }
      : {}),
  };
}

/** Whether writing a status would change something. */
export function isNews(object: ApiObject, status: JsonObject): boolean {
  const current = statusOf(object);
  return Object.keys(status).some(
    (key) =>
      !jsonEqual(status[key] ?? undefined, current[key]) && !(status[key] === null && current[key] === undefined),
  );
}
