/** Times in statuses that Go writes even when they are not set. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';
import type { ResourceType } from '../../resources/resource-type.js';

const PROBED = ['lastProbeTime', 'lastTransitionTime'];
const CHANGED = ['lastTransitionTime'];

/** The times of conditions, by kind. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  '/Pod': PROBED,
  '/PersistentVolumeClaim': PROBED,
  'batch/Job': PROBED,
  '/Node': ['lastHeartbeatTime', 'lastTransitionTime'],
  'apps/Deployment': ['lastUpdateTime', 'lastTransitionTime'],
  'apps/ReplicaSet': CHANGED,
  'apps/StatefulSet': CHANGED,
  'apps/DaemonSet': CHANGED,
  'autoscaling/HorizontalPodAutoscaler': CHANGED,
  'policy/PodDisruptionBudget': CHANGED,
  '/Namespace': CHANGED,
  '/Service': CHANGED,
};

/** The states of containers with their times. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  running: ['startedAt'],
  terminated: ['startedAt', 'finishedAt'],
};

/** The object with null for each time in its status that is not set. */
export function withUnsetTimes(object: ApiObject, { group, kind }: ResourceType): ApiObject {
  const names = CONDITIONS[`${group}/${kind}`];
  const status = section(object, 'status');
  if (names === undefined || Object.keys(status).length === 0) return object;
  const { conditions } = status;
  const completed: JsonObject = { ...status };
  if (Array.isArray(conditions)) completed['conditions'] = conditions.map((item) => withNulls(item, names));
  for (const list of ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses']) {
    const statuses = status[list];
    if (kind === 'Pod' && Array.isArray(statuses)) completed[list] = statuses.map(withStateTimes);
  }
  return { ...object, status: completed };
}

function withStateTimes(container: JsonValue): JsonValue {
  if (!isObject(container)) return container;
  const completed: JsonObject = { ...container };
  for (const part of ['state', 'lastState']) {
    const states = container[part];
    if (!isObject(states)) continue;
    const entries = Object.entries(states).map(([name, state]) => [name, withNulls(state ?? null, STATES[name] ?? [])]);
    completed[part] = Object.fromEntries(entries) as JsonObject;
  }
  return completed;
}

function withNulls(value: JsonValue, names: readonly string[]): JsonValue {
  if (!isObject(value)) return value;
  const unset = names.filter((name) => value[name] === undefined);
  return { ...value, ...Object.fromEntries(unset.map((name) => [name, null])) };
}
