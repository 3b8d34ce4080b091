/** The cells of workloads. */
import type { ApiObject } from '../storage/api-object.js';
import { shortDuration } from './duration-text.js';
import { getPath, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import {
  age,
  containerCells,
  flagAt,
  isConditionTrue,
  isSet,
  labelText,
  mapAt,
  nameOf,
  numberAt,
  objectsAt,
  selectorText,
  shortList,
  since,
  textAt,
  type Cells,
} from './cell-values.js';

const CONTAINERS = 'spec.template.spec.containers';
const selectorCell = (object: ApiObject): string => selectorText(getPath(object, ['spec', 'selector'])) || '<none>';
const ready = (object: ApiObject): string =>
  `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`;

const replicaCells = (object: ApiObject, now: number): JsonValue[] => [
  nameOf(object),
  numberAt(object, 'spec.replicas'),
  numberAt(object, 'status.replicas'),
  numberAt(object, 'status.readyReplicas'),
  age(object, now),
  ...containerCells(object, CONTAINERS),
];

const daemonSet: Cells = (object, now) => [
  nameOf(object),
  numberAt(object, 'status.desiredNumberScheduled'),
  numberAt(object, 'status.currentNumberScheduled'),
  numberAt(object, 'status.numberReady'),
  numberAt(object, 'status.updatedNumberScheduled'),
  numberAt(object, 'status.numberAvailable'),
  labelText(mapAt(object, 'spec.template.spec.nodeSelector')),
  age(object, now),
  ...containerCells(object, CONTAINERS),
  selectorCell(object),
];

const job: Cells = (object, now) => [
  nameOf(object),
  jobStatus(object),
  completions(object),
  jobDuration(object, now),
  age(object, now),
  ...containerCells(object, CONTAINERS),
  selectorCell(object),
];

const STATES = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'];

function jobStatus(object: ApiObject): string {
  const end = ['Complete', 'Failed'].find((type) => isConditionTrue(object, type));
  if (end !== undefined) return end;
  if (object.metadata.deletionTimestamp !== undefined) return 'Terminating';
  return STATES.find((type) => isConditionTrue(object, type)) ?? 'Running';
}

function completions(object: ApiObject): string {
  const done = numberAt(object, 'status.succeeded');
  if (isSet(object, 'spec.completions')) return `${done}/${numberAt(object, 'spec.completions')}`;
  const parallelism = numberAt(object, 'spec.parallelism');
  return parallelism > 1 ? `${done}/1 of ${parallelism}` : `${done}/1`;
}

function jobDuration(object: ApiObject, now: number): string {
  const start = textAt(object, 'status.startTime');
  const end = textAt(object, 'status.completionTime');
  if (start === '') return '';
  return end === '' ? since(start, now) : shortDuration(Math.floor((Date.parse(end) - Date.parse(start)) / 1000));
}

const cronJob: Cells = (object, now) => [
  nameOf(object),
  textAt(object, 'spec.schedule'),
  textAt(object, 'spec.timeZone', '<none>'),
  isSet(object, 'spec.suspend') ? (flagAt(object, 'spec.suspend') ? 'True' : 'False') : '<unset>',
  objectsAt(object, 'status.active').length,
  isSet(object, 'status.lastScheduleTime') ? since(textAt(object, 'status.lastScheduleTime'), now) : '<none>',
  age(object, now),
  ...containerCells(object, 'spec.jobTemplate.spec.template.spec.containers'),
  selectorText(getPath(object, ['spec', 'jobTemplate', 'spec', 'selector'])) || '<none>',
];

const autoscaler: Cells = (object, now) => [
  nameOf(object),
  `${textAt(object, 'spec.scaleTargetRef.kind')}/${textAt(object, 'spec.scaleTargetRef.name')}`,
  metricTexts(object),
  textAt(object, 'spec.minReplicas', '<unset>'),
  numberAt(object, 'spec.maxReplicas'),
  numberAt(object, 'status.currentReplicas'),
  age(object, now),
];

function metricTexts(object: ApiObject): string {
  const statuses = objectsAt(object, 'status.currentMetrics');
  const texts = objectsAt(object, 'spec.metrics').map((metric, index) => metricText(metric, statuses[index]));
  // Version 1 has one metric only.
  const percent = textAt(object, 'spec.targetCPUUtilizationPercentage');
  if (percent !== '') {
    const current = textAt(object, 'status.currentCPUUtilizationPercentage');
    texts.push(`cpu: ${current === '' ? '<unknown>' : `${current}%`}/${percent}%`);
  }
  return texts.length === 0 ? '<none>' : shortList(texts, 2, ', ');
}

/** By type: the member with the details, and whether the text names the resource. */
const METRICS: Readonly<Record<string, readonly [string, boolean]>> = {
  External: ['external', false],
  Pods: ['pods', false],
  Object: ['object', false],
  Resource: ['resource', true],
  ContainerResource: ['containerResource', true],
};

function metricText(metric: JsonObject, status: JsonObject | undefined): string {
  const found = METRICS[textAt(metric, 'type')];
  if (found === undefined) return '<unknown type>';
  const [member, isResource] = found;
  const prefix = isResource ? `${textAt(metric, `${member}.name`)}: ` : '';
  const current = (field: string): string => textAt(status, `${member}.current.${field}`);
  if (isSet(metric, `${member}.target.averageValue`)) {
    const suffix = member === 'external' || member === 'object' ? ' (avg)' : '';
    const now = current('averageValue') || (isResource && isSet(status, member) ? '0' : '<unknown>');
    return `${prefix}${now}/${textAt(metric, `${member}.target.averageValue`)}${suffix}`;
  }
  if (!isResource) return `${current('value') || '<unknown>'}/${textAt(metric, `${member}.target.value`, '0')}`;
  const percent = (text: string, otherwise: string): string => (text === '' ? otherwise : `${text}%`);
  const target = percent(textAt(metric, `${member}.target.averageUtilization`), '<auto>');
  return `${prefix}${percent(current('averageUtilization'), '<unknown>')}/${target}`;
}

const controllerRevision: Cells = (object, now) => {
  const owner = (object.metadata.ownerReferences ?? []).find(({ controller }) => controller === true);
  const group = owner?.apiVersion.includes('/') === true ? `.${owner.apiVersion.split('/')[0] ?? ''}` : '';
  const controller = owner === undefined ? '<none>' : `${`${owner.kind}${group}`.toLowerCase()}/${owner.name}`;
  return [nameOf(object), controller, numberAt(object, 'revision'), age(object, now)];
};

const budget: Cells = (object, now) => [
  nameOf(object),
  textAt(object, 'spec.minAvailable', 'N/A'),
  textAt(object, 'spec.maxUnavailable', 'N/A'),
  numberAt(object, 'status.disruptionsAllowed'),
  age(object, now),
];

/** By group and plural. */
export const WORKLOADS: Readonly<Record<string, Cells>> = {
  '/replicationcontrollers': (object, now) => [...replicaCells(object, now), labelText(mapAt(object, 'spec.selector'))],
  '/podtemplates': (object) => [
    nameOf(object),
    ...containerCells(object, 'template.spec.containers'),
    labelText(mapAt(object, 'template.metadata.labels')),
  ],
  'apps/replicasets': (object, now) => [...replicaCells(object, now), selectorCell(object)],
  'apps/deployments': (object, now) => [
    nameOf(object),
    ready(object),
    numberAt(object, 'status.updatedReplicas'),
    numberAt(object, 'status.availableReplicas'),
    age(object, now),
    ...containerCells(object, CONTAINERS),
    selectorText(getPath(object, ['spec', 'selector'])),
  ],
  'apps/statefulsets': (object, now) => [
    nameOf(object),
    ready(object),
    age(object, now),
    ...containerCells(object, CONTAINERS),
  ],
  'apps/daemonsets': daemonSet,
  'apps/controllerrevisions': controllerRevision,
  'batch/jobs': job,
  'batch/cronjobs': cronJob,
  'autoscaling/horizontalpodautoscalers': autoscaler,
  'policy/poddisruptionbudgets': budget,
};
