/** The cells of RBAC, admission, certificates and flow control. */
import type { ApiObject } from '../storage/api-object.js';
import { shortDuration } from './duration-text.js';
import { getPath, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import {
  age,
  conditionOf,
  filledAt,
  isSet,
  labelText,
  mapAt,
  nameOf,
  numberAt,
  objectsAt,
  textAt,
  textsAt,
  type Cells,
} from './cell-values.js';

const binding: Cells = (object, now) => {
  const subjects = objectsAt(object, 'subjects');
  const names = (kind: string, show = (it: JsonObject): string => textAt(it, 'name')): string =>
    subjects
      .filter((subject) => subject['kind'] === kind)
      .map(show)
      .join(', ');
  return [
    nameOf(object),
    `${textAt(object, 'roleRef.kind')}/${textAt(object, 'roleRef.name')}`,
    age(object, now),
    names('User'),
    names('Group'),
    names('ServiceAccount', (it) => `${textAt(it, 'namespace')}/${textAt(it, 'name')}`),
  ];
};

const counted = (path: string): Cells => {
  return (object, now): JsonValue[] => [nameOf(object), objectsAt(object, path).length, age(object, now)];
};

const policy = (path: string): Cells => {
  return (object, now): JsonValue[] => [
    nameOf(object),
    objectsAt(object, path).length,
    isSet(object, 'spec.paramKind')
      ? `${textAt(object, 'spec.paramKind.apiVersion')}/${textAt(object, 'spec.paramKind.kind')}`
      : '<unset>',
    age(object, now),
  ];
};

const policyBinding: Cells = (object, now) => [
  nameOf(object),
  textAt(object, 'spec.policyName'),
  paramText(object),
  age(object, now),
];

function paramText(object: ApiObject): string {
  const name = textAt(object, 'spec.paramRef.name');
  if (name !== '') return `${filledAt(object, 'spec.paramRef.namespace', '*')}/${name}`;
  return isSet(object, 'spec.paramRef.selector')
    ? goSelector(getPath(object, ['spec', 'paramRef', 'selector']))
    : '<unset>';
}

/** A selector as Go prints the struct, which is what the API server shows here. */
function goSelector(selector: JsonValue | undefined): string {
  const labels = Object.entries(mapAt(selector, 'matchLabels')).sort(([left], [right]) => (left < right ? -1 : 1));
  const expressions = objectsAt(selector, 'matchExpressions').map(
    (it) =>
      `LabelSelectorRequirement{Key:${textAt(it, 'key')},Operator:${textAt(it, 'operator')},Values:[${textsAt(it, 'values').join(' ')}],},`,
  );
  const pairs = labels.map(([key, value]) => `${key}: ${String(value)},`).join('');
  return `&LabelSelector{MatchLabels:map[string]string{${pairs}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}

const signingRequest: Cells = (object, now) => [
  nameOf(object),
  age(object, now),
  filledAt(object, 'spec.signerName', '<none>'),
  textAt(object, 'spec.username'),
  isSet(object, 'spec.expirationSeconds') ? shortDuration(numberAt(object, 'spec.expirationSeconds')) : '<none>',
  requestState(object),
];

function requestState(object: ApiObject): string {
  const has = (type: string): boolean => conditionOf(object, type) !== undefined;
  const verdict = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  const failed = has('Failed') ? ',Failed' : '';
  return `${verdict}${failed}${textAt(object, 'status.certificate') === '' ? '' : ',Issued'}`;
}

const podCertificate: Cells = (object) => [
  nameOf(object),
  textAt(object, 'spec.podName'),
  textAt(object, 'spec.serviceAccountName'),
  textAt(object, 'spec.nodeName'),
  textAt(object, 'spec.signerName'),
  objectsAt(object, 'status.conditions')
    .map((condition) => textAt(condition, 'type'))
    .findLast((type) => ['Issued', 'Denied', 'Failed'].includes(type)) ?? 'Pending',
  labelText(mapAt(object, 'spec.unverifiedUserAnnotations')),
];

const flowSchema: Cells = (object, now) => [
  nameOf(object),
  textAt(object, 'spec.priorityLevelConfiguration.name'),
  numberAt(object, 'spec.matchingPrecedence'),
  textAt(object, 'spec.distinguisherMethod.type', '<none>'),
  age(object, now),
  textAt(conditionOf(object, 'Dangling'), 'status', '?'),
];

const priorityLevel: Cells = (object, now) => {
  const queuing = 'spec.limited.limitResponse.queuing';
  const queue = (field: string): JsonValue =>
    isSet(object, queuing) ? numberAt(object, `${queuing}.${field}`) : '<none>';
  return [
    nameOf(object),
    textAt(object, 'spec.type'),
    isSet(object, 'spec.limited') ? numberAt(object, 'spec.limited.nominalConcurrencyShares') : '<none>',
    queue('queues'),
    queue('handSize'),
    queue('queueLengthLimit'),
    age(object, now),
  ];
};

const migration: Cells = (object) => {
  const group = textAt(object, 'spec.resource.group');
  const states = objectsAt(object, 'status.conditions')
    .filter(({ status }) => status === 'True')
    .map((condition) => textAt(condition, 'type'))
    .filter((type) => ['Running', 'Failed', 'Succeeded'].includes(type));
  const resource = textAt(object, 'spec.resource.resource');
  return [nameOf(object), group === '' ? resource : `${resource}.${group}`, states.at(-1) ?? 'Unknown'];
};

const ADMISSION = 'admissionregistration.k8s.io';

/** By group and plural. */
export const ACCESS: Readonly<Record<string, Cells>> = {
  'rbac.authorization.k8s.io/rolebindings': binding,
  'rbac.authorization.k8s.io/clusterrolebindings': binding,
  [`${ADMISSION}/mutatingwebhookconfigurations`]: counted('webhooks'),
  [`${ADMISSION}/validatingwebhookconfigurations`]: counted('webhooks'),
  [`${ADMISSION}/validatingadmissionpolicies`]: policy('spec.validations'),
  [`${ADMISSION}/mutatingadmissionpolicies`]: policy('spec.mutations'),
  [`${ADMISSION}/validatingadmissionpolicybindings`]: policyBinding,
  [`${ADMISSION}/mutatingadmissionpolicybindings`]: policyBinding,
  'certificates.k8s.io/certificatesigningrequests': signingRequest,
  'certificates.k8s.io/clustertrustbundles': (object) => [
    nameOf(object),
    filledAt(object, 'spec.signerName', '<none>'),
  ],
  'certificates.k8s.io/podcertificaterequests': podCertificate,
  'flowcontrol.apiserver.k8s.io/flowschemas': flowSchema,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': priorityLevel,
  'storagemigration.k8s.io/storageversionmigrations': migration,
};
