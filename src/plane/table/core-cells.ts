/** The cells of kinds of the core group and of leases, CRDs and API services. */
import type { ApiObject } from '../storage/api-object.js';
import type { JsonObject, JsonValue } from '../../kubernetes/json/json-value.js';
import {
  age,
  conditionOf,
  filledAt,
  flagAt,
  isConditionTrue,
  isSet,
  mapAt,
  nameOf,
  numberAt,
  objectsAt,
  since,
  textAt,
  textsAt,
  type Cells,
} from './cell-values.js';
import { podCells } from './pod-cells.js';

const sizeOf = (map: JsonObject): number => Object.keys(map).length;

const node: Cells = (object, now) => {
  const address = (type: string): string =>
    textAt(
      objectsAt(object, 'status.addresses').find((entry) => entry['type'] === type),
      'address',
      '<none>',
    );
  const architecture = textAt(object, 'status.nodeInfo.architecture');
  const kernel = filledAt(object, 'status.nodeInfo.kernelVersion', '<unknown>');
  return [
    nameOf(object),
    nodeStatus(object),
    nodeRoles(object).join(',') || '<none>',
    age(object, now),
    textAt(object, 'status.nodeInfo.kubeletVersion'),
    address('InternalIP'),
    address('ExternalIP'),
    filledAt(object, 'status.nodeInfo.osImage', '<unknown>'),
    architecture === '' ? kernel : `${kernel} (${architecture})`,
    filledAt(object, 'status.nodeInfo.containerRuntimeVersion', '<unknown>'),
  ];
};

function nodeStatus(object: ApiObject): string {
  const ready = conditionOf(object, 'Ready');
  const status = ready === undefined ? 'Unknown' : ready['status'] === 'True' ? 'Ready' : 'NotReady';
  return flagAt(object, 'spec.unschedulable') ? `${status},SchedulingDisabled` : status;
}

const ROLE = 'node-role.kubernetes.io/';

function nodeRoles({ metadata }: ApiObject): string[] {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE)) return [key.slice(ROLE.length)];
    return key === 'kubernetes.io/role' ? [value] : [];
  });
  return [...new Set(roles.filter((role) => role !== ''))].sort();
}

const quota: Cells = (object, now) => {
  const used = mapAt(object, 'status.used');
  const hard = Object.entries(mapAt(object, 'status.hard')).sort(([left], [right]) => (left < right ? -1 : 1));
  const texts = (isLimit: boolean): string =>
    hard
      .filter(([name]) => name.startsWith('limits.') === isLimit)
      .map(([name, value]) => `${name}: ${String(used[name] ?? '0')}/${String(value)}`)
      .join(', ');
  return [nameOf(object), texts(false), texts(true), age(object, now)];
};

/** Events of both groups; the newer one calls fields by other names. */
const event: Cells = (object, now) => {
  const text = (path: string, newer: string): string => textAt(object, path) || textAt(object, newer);
  const times = eventTimes(object, now);
  const involved = mapAt(object, isSet(object, 'regarding') ? 'regarding' : 'involvedObject');
  const name = textAt(involved, 'name');
  const kind = textAt(involved, 'kind').toLowerCase();
  const component = text('source.component', 'deprecatedSource.component');
  const host = text('source.host', 'deprecatedSource.host');
  const reporter = component || text('reportingComponent', 'reportingController');
  const instance = host || textAt(object, 'reportingInstance');
  return [
    times.last,
    textAt(object, 'type'),
    textAt(object, 'reason'),
    name === '' ? kind : `${kind}/${name}`,
    textAt(involved, 'fieldPath'),
    instance === '' ? reporter : `${reporter}, ${instance}`,
    text('message', 'note').trim(),
    times.first,
    times.count,
    nameOf(object),
  ];
};

function eventTimes(object: ApiObject, now: number): { first: string; last: string; count: number } {
  const text = (path: string, newer: string): string => textAt(object, path) || textAt(object, newer);
  const first = since(text('firstTimestamp', 'deprecatedFirstTimestamp') || textAt(object, 'eventTime'), now);
  const lastTime = text('lastTimestamp', 'deprecatedLastTimestamp');
  if (isSet(object, 'series'))
    return {
      first,
      last: since(textAt(object, 'series.lastObservedTime'), now),
      count: numberAt(object, 'series.count'),
    };
  const count = numberAt(object, 'count') || numberAt(object, 'deprecatedCount') || 1;
  return { first, last: lastTime === '' ? first : since(lastTime, now), count };
}

const definition: Cells = (object) => [
  nameOf(object),
  textAt(object, 'spec.scope'),
  objectsAt(object, 'spec.versions')
    .filter(({ served }) => served === true)
    .map(({ name, storage }) => `${String(name)}${storage === true ? '(storage)' : ''}`)
    .sort()
    .join(','),
  object.metadata.creationTimestamp ?? '',
  textAt(object, 'spec.group'),
  textAt(object, 'spec.names.kind'),
  textsAt(object, 'spec.names.shortNames').join(','),
  isConditionTrue(object, 'Established'),
];

const apiService: Cells = (object, now) => {
  const available = conditionOf(object, 'Available');
  const status = textAt(available, 'status', 'Unknown');
  const reason = textAt(available, 'reason');
  return [
    nameOf(object),
    isSet(object, 'spec.service')
      ? `${textAt(object, 'spec.service.namespace')}/${textAt(object, 'spec.service.name')}`
      : 'Local',
    available === undefined || status === 'True' || reason === '' ? status : `${status} (${reason})`,
    age(object, now),
  ];
};

const componentStatus: Cells = (object) => {
  const healthy = objectsAt(object, 'conditions').find(({ type }) => type === 'Healthy');
  const status = healthy === undefined ? 'Unknown' : healthy['status'] === 'True' ? 'Healthy' : 'Unhealthy';
  return [nameOf(object), status, textAt(healthy, 'message'), textAt(healthy, 'error')];
};

const named = (...paths: string[]): Cells => {
  return (object, now): JsonValue[] => [nameOf(object), ...paths.map((path) => textAt(object, path)), age(object, now)];
};

/** By group and plural. */
export const CORE: Readonly<Record<string, Cells>> = {
  '/pods': podCells,
  '/nodes': node,
  '/events': event,
  'events.k8s.io/events': event,
  '/resourcequotas': quota,
  '/componentstatuses': componentStatus,
  '/namespaces': named('status.phase'),
  '/serviceaccounts': named(),
  '/configmaps': (object, now) => [
    nameOf(object),
    sizeOf(mapAt(object, 'data')) + sizeOf(mapAt(object, 'binaryData')),
    age(object, now),
  ],
  '/secrets': (object, now) => [
    nameOf(object),
    textAt(object, 'type'),
    sizeOf(mapAt(object, 'data')),
    age(object, now),
  ],
  'coordination.k8s.io/leases': named('spec.holderIdentity'),
  'node.k8s.io/runtimeclasses': named('handler'),
  'scheduling.k8s.io/priorityclasses': (object, now) => [
    nameOf(object),
    numberAt(object, 'value'),
    flagAt(object, 'globalDefault'),
    age(object, now),
    textAt(object, 'preemptionPolicy'),
  ],
  'apiextensions.k8s.io/customresourcedefinitions': definition,
  'apiregistration.k8s.io/apiservices': apiService,
  'autoscaling/scale': (object, now) => [
    nameOf(object),
    numberAt(object, 'spec.replicas'),
    numberAt(object, 'status.replicas'),
    age(object, now),
  ],
};
