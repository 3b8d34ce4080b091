/** The spec of Jobs and job templates. */
import { qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import { podTemplate } from '../pod/pod-template.js';
import { isDomainPath } from '../text-rules.js';
import { indexCount } from './indexes.js';

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];
const MANY = 100_000;
const FEW = 10_000;

/** Everything but the selector. */
export function jobSpec(spec: Field): void {
  for (const key of COUNTS) spec.at(key).notNegative();
  if (spec.at('maxFailedIndexes').isSet && !spec.at('backoffLimitPerIndex').isSet) {
    spec.at('backoffLimitPerIndex').required('when maxFailedIndexes is specified');
  }
  const manager = spec.at('managedBy');
  if (manager.isSet) {
    manager.needs(isDomainPath);
    if (manager.text.length > 63) manager.tooLong(63);
  }
  const mode = spec.at('completionMode');
  mode.mayBeOneOf(['NonIndexed', 'Indexed']);
  if (mode.text === 'Indexed') indexed(spec);
  else if (!mode.isSet || mode.text === 'NonIndexed') notIndexed(spec);
  if (spec.at('podFailurePolicy').isSet) failurePolicy(spec);
  const success = spec.at('successPolicy');
  if (success.isSet && mode.text !== 'Indexed') success.invalid('requires indexed completion mode');
  else if (success.isSet) successPolicy(spec, success);
  replacementPolicy(spec);
  podTemplate(spec.at('template'));
  restartPolicy(spec);
}

function restartPolicy(spec: Field): void {
  const policy = spec.at('template').at('spec').at('restartPolicy');
  if (policy.text === 'Always' || policy.text === '') policy.required('valid values: "OnFailure", "Never"');
  else if (!['OnFailure', 'Never'].includes(policy.text)) policy.unsupported(['OnFailure', 'Never']);
  else if (spec.at('podFailurePolicy').isSet && policy.text !== 'Never') {
    policy.invalid('only "Never" is supported when podFailurePolicy is specified');
  }
}

function notIndexed(spec: Field): void {
  for (const key of ['backoffLimitPerIndex', 'maxFailedIndexes']) {
    if (spec.at(key).isSet) spec.at(key).invalid('requires indexed completion mode');
  }
}

function indexed(spec: Field): void {
  const [completions, parallelism, failed] = ['completions', 'parallelism', 'maxFailedIndexes'].map((key) =>
    spec.at(key),
  ) as [Field, Field, Field];
  if (!completions.isSet) completions.required('when completion mode is Indexed');
  if (parallelism.number > MANY) {
    parallelism.invalid(`must be less than or equal to ${MANY} when completion mode is Indexed`);
  }
  if (completions.isSet && failed.isSet && failed.number > completions.number) {
    failed.invalid('must be less than or equal to completions');
  }
  if (failed.number > MANY) failed.invalid(`must be less than or equal to ${MANY}`);
  if (completions.number <= MANY || !spec.at('backoffLimitPerIndex').isSet) return;
  if (!failed.isSet) failed.required(`must be specified when completions is above ${MANY}`);
  const why = `must be less than or equal to ${FEW} when completions are above ${MANY} and used with backoff limit per index`;
  for (const field of [parallelism, failed]) if (field.number > FEW) field.invalid(why);
}

function replacementPolicy(spec: Field): void {
  const policy = spec.at('podReplacementPolicy');
  policy.mayBeOneOf(spec.at('podFailurePolicy').isSet ? ['Failed'] : ['Failed', 'TerminatingOrFailed']);
}

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const quoted = (values: readonly string[]): string => `[${values.map((value) => JSON.stringify(value)).join(' ')}]`;

function failurePolicy(spec: Field): void {
  const rules = spec.at('podFailurePolicy').at('rules');
  if (rules.size > 20) rules.tooMany(20);
  const pod = spec.at('template').at('spec');
  const names = ['containers', 'initContainers'].flatMap((list) =>
    pod.at(list).items.map((item) => item.at('name').text),
  );
  for (const rule of rules.items) {
    const action = rule.at('action');
    if (action.text === '') action.required(`valid values: ${quoted(ACTIONS)}`);
    else if (action.text === 'FailIndex' && !spec.at('backoffLimitPerIndex').isSet) {
      action.invalid('requires the backoffLimitPerIndex to be set');
    } else action.oneOf(ACTIONS);
    const [codes, conditions] = [rule.at('onExitCodes'), rule.at('onPodConditions')];
    if (codes.isSet) exitCodes(codes, names);
    podConditions(conditions);
    if (codes.isSet && conditions.size > 0) {
      rule.invalid('specifying both OnExitCodes and OnPodConditions is not supported');
    }
    if (!codes.isSet && conditions.size === 0) {
      rule.invalid('specifying one of OnExitCodes and OnPodConditions is required');
    }
  }
}

function podConditions(field: Field): void {
  const allowed = ['False', 'True', 'Unknown'];
  if (field.size > 20) field.tooMany(20);
  for (const item of field.items) {
    item.at('type').matches(qualifiedNameProblems);
    if (item.at('status').text === '') item.at('status').required(`valid values: ${quoted(allowed)}`);
    else item.at('status').oneOf(allowed);
  }
}

function exitCodes(field: Field, names: readonly string[]): void {
  const [operator, values, name] = [field.at('operator'), field.at('values'), field.at('containerName')];
  if (operator.text === '') operator.required(`valid values: ${quoted(['In', 'NotIn'])}`);
  else operator.oneOf(['In', 'NotIn']);
  if (name.isSet && !names.includes(name.text)) {
    name.invalid('must be one of the container or initContainer names in the pod template');
  }
  if (values.size === 0) values.invalid('at least one value is required');
  else if (values.size > 255) values.tooMany(255);
  const numbers = values.items.map((item) => item.number);
  values.items.forEach((item, index) => {
    if (operator.text === 'In' && item.number === 0) item.invalid('must not be 0 for the In operator');
    if (numbers.indexOf(item.number) < index) item.duplicate();
  });
  if (numbers.some((number, index) => index > 0 && (numbers[index - 1] ?? 0) > number)) {
    values.invalid('must be ordered');
  }
}

function successPolicy(spec: Field, field: Field): void {
  const rules = field.at('rules');
  const completions = spec.at('completions').number;
  if (rules.size === 0) rules.required('at least one rules must be specified when the successPolicy is specified');
  if (rules.size > 20) rules.tooMany(20);
  for (const rule of rules.items) {
    const [count, indexes] = [rule.at('succeededCount'), rule.at('succeededIndexes')];
    if (!count.isSet && !indexes.isSet) {
      rule.required('at least one of succeededCount or succeededIndexes must be specified');
    }
    const total = indexes.isSet ? indexCount(indexes, completions) : 0;
    if (!count.isSet) continue;
    count.notNegative();
    if (count.number > completions) {
      count.invalid(`must be less than or equal to ${completions} (the number of specified completions)`);
    }
    if (indexes.isSet && count.number > total) {
      const what = 'the number of indexes in the specified succeededIndexes field';
      count.invalid(`must be less than or equal to ${total} (${what})`);
    }
  }
}
