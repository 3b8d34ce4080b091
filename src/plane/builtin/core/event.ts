/** Events of both groups. */
import { qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';

const FIXED: readonly (readonly [string, string])[] = [
  ['regarding', 'involvedObject'],
  ['reason', 'reason'],
  ['note', 'message'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
  ['type', 'type'],
  ['eventTime', 'eventTime'],
  ['action', 'action'],
  ['related', 'related'],
  ['reportingController', 'reportingController'],
  ['reportingInstance', 'reportingInstance'],
];

/** Checks of Event. */
export const event: KindChecks = {
  spec: (object, before) => {
    const isCore = object.at('apiVersion').text === 'v1';
    everyEvent(object, isCore);
    if (isCore) return;
    if (before === undefined) newEvent(object);
    else changedEvent(object, before);
  },
};

function everyEvent(object: Field, isCore: boolean): void {
  const namespace = object.at('metadata').at('namespace').text;
  const about = object
    .at(isCore ? 'involvedObject' : 'regarding')
    .at('namespace')
    .named('involvedObject.namespace');
  const hasTime = object.at('eventTime').isSet;
  const system = hasTime ? ['default', 'kube-system'] : ['', 'default'];
  const isWrong = about.text === '' ? !system.includes(namespace) : !hasTime && about.text !== namespace;
  if (isWrong) about.invalid('does not match event.namespace', about.text);
  if (!hasTime) return;
  const controller = object.at(isCore ? 'reportingComponent' : 'reportingController');
  if (controller.text === '') controller.required();
  controller.matches(qualifiedNameProblems);
  for (const key of ['reportingInstance', 'action', 'reason']) {
    if (object.at(key).text === '') object.at(key).required();
    atMost(object.at(key), 128);
  }
  atMost(object.at(isCore ? 'message' : 'note').named('message'), 1024);
}

function atMost(field: Field, limit: number): void {
  if (Buffer.byteLength(field.text) > limit) field.invalid(`can have at most ${limit} characters`, '');
}

function newEvent(object: Field): void {
  series(object.at('series'));
  if (!object.at('eventTime').isSet) object.at('eventTime').required();
  const type = object.at('type');
  if (!['Normal', 'Warning'].includes(type.text)) type.invalid(`has invalid value: ${type.text}`, '');
  for (const [key, name] of FIXED.slice(3, 7)) {
    const field = object.at(key).named(name);
    const isUsed = key === 'deprecatedSource' ? field.size > 0 : field.isSet && field.value !== 0;
    if (isUsed) field.invalid('needs to be unset', '');
  }
}

function series(field: Field): void {
  if (!field.isSet) return;
  if (field.at('count').number < 2) field.at('count').invalid('should be at least 2', '');
  if (!field.at('lastObservedTime').isSet) field.at('lastObservedTime').required();
}

function changedEvent(object: Field, before: Field): void {
  if (!object.at('series').equals(before.at('series'))) series(object.at('series'));
  for (const [key, name] of FIXED) object.at(key).named(name).unchangedFrom(before.at(key));
}
