/** Changes of the status of a Job: its conditions, times and counters depend on each other. */
import type { Field } from '../../../kubernetes/field.js';

/** Checks a status against the one before. Rules about a field apply once that field changes. */
export function jobStatus(object: Field, before: Field): void {
  const [status, old] = [object.at('status'), before.at('status')];
  counters(status, old);
  conditionsAndTimes(status, old);
  finished(status, old);
  indexes(object, before);
  transitions(object, before);
}

function isTrue(status: Field, type: string): boolean {
  return status
    .at('conditions')
    .items.some((item) => item.at('type').text === type && item.at('status').text === 'True');
}

const isComplete = (status: Field): boolean => isTrue(status, 'Complete');
const isFinished = (status: Field): boolean => isComplete(status) || isTrue(status, 'Failed');

/** Whether one of these fields or conditions is another one than before. */
function isChanged(status: Field, old: Field, ...names: string[]): boolean {
  return names.some((name) =>
    /^[A-Z]/.test(name) ? isTrue(status, name) !== isTrue(old, name) : !status.at(name).equals(old.at(name)),
  );
}

function counters(status: Field, old: Field): void {
  for (const key of ['active', 'succeeded', 'failed', 'ready', 'terminating']) status.at(key).notNegative();
  if (isChanged(status, old, 'ready', 'active') && status.at('ready').number > status.at('active').number) {
    status.at('ready').invalid('cannot set more ready pods than active');
  }
}

function conditionsAndTimes(status: Field, old: Field): void {
  const conditions = status.at('conditions');
  const [start, end] = [status.at('startTime'), status.at('completionTime')];
  const without = (type: string, needed: string): void => {
    if (isChanged(status, old, type, needed) && isTrue(status, type) && !isTrue(status, needed)) {
      conditions.refused(`cannot set ${type}=True condition without the ${needed}=true condition`);
    }
  };
  for (const other of ['Failed', 'FailureTarget']) {
    const isNew = isChanged(status, old, 'Complete', other);
    if (isNew && isComplete(status) && isTrue(status, other)) {
      conditions.refused(`cannot set Complete=True and ${other}=true conditions`);
    }
  }
  if (isChanged(status, old, 'Complete', 'completionTime') && isComplete(status) !== end.isSet) {
    if (end.isSet) end.invalid('cannot set completionTime when there is no Complete=True condition');
    else end.required('completionTime is required for Complete jobs');
  }
  const isReversed = start.isSet && end.isSet && Date.parse(end.text) < Date.parse(start.text);
  if (isChanged(status, old, 'startTime', 'completionTime') && isReversed) {
    end.invalid('must be equal to or after `startTime`');
  }
  without('Failed', 'FailureTarget');
  without('Complete', 'SuccessCriteriaMet');
}

function finished(status: Field, old: Field): void {
  if (!isFinished(status)) return;
  const isNew = !isFinished(old);
  const [active, start] = [status.at('active'), status.at('startTime')];
  if ((isNew || isChanged(status, old, 'active')) && active.number > 0) {
    active.invalid('active>0 is invalid for finished job');
  }
  if ((isNew || isChanged(status, old, 'startTime')) && !start.isSet) {
    start.required('startTime is required for finished job');
  }
  const uncounted = status.at('uncountedTerminatedPods');
  const pods = uncounted.at('failed').items.length + uncounted.at('succeeded').items.length;
  if ((isNew || isChanged(status, old, 'uncountedTerminatedPods')) && pods > 0) {
    uncounted.invalid('must be empty for finished job');
  }
  const terminating = status.at('terminating');
  if ((isNew || isChanged(status, old, 'terminating')) && terminating.number > 0) {
    terminating.invalid('terminating>0 is invalid for finished job');
  }
}

/** `1,3-5,7` lists the pods of an Indexed Job. */
function indexes(object: Field, before: Field): void {
  const [status, old] = [object.at('status'), before.at('status')];
  if (!isChanged(status, old, 'completedIndexes', 'failedIndexes')) return;
  const spec = object.at('spec');
  const parsed = ['completedIndexes', 'failedIndexes'].map((name) => {
    const field = status.at(name);
    if (field.text === '') return [];
    const ranges = field.text.split(',').map((range) => range.split('-'));
    const wrong = ranges.flat().find((index) => !/^\d+$/.test(index));
    if (wrong === undefined) return ranges.map(([first, last = first]) => [Number(first), Number(last)] as const);
    field.invalid(`error parsing ${name}: cannot convert string to integer for index: ${JSON.stringify(wrong)}`);
    return [];
  });
  const [completed, failed] = [status.at('completedIndexes'), status.at('failedIndexes')];
  if (completed.text !== '' && spec.at('completionMode').text !== 'Indexed') {
    completed.invalid('cannot set non-empty completedIndexes when non-indexed completion mode');
  }
  if (failed.isSet && !spec.at('backoffLimitPerIndex').isSet) {
    failed.invalid('cannot set non-null failedIndexes when backoffLimitPerIndex is null');
  }
  const [done = [], lost = []] = parsed;
  const shared = lost.flatMap(([first, last]) =>
    done.flatMap(([from, to]) => (from <= last && first <= to ? [Math.max(first, from)] : [])),
  );
  if (shared[0] !== undefined) failed.invalid(`failedIndexes and completedIndexes overlap at index: ${shared[0]}`);
}

function transitions(object: Field, before: Field): void {
  const [status, old] = [object.at('status'), before.at('status')];
  const conditions = status.at('conditions');
  for (const type of ['Failed', 'Complete', 'FailureTarget']) {
    if (isTrue(old, type) && !isTrue(status, type)) {
      conditions.refused(`cannot disable the terminal ${type}=True condition`);
    }
  }
  for (const key of ['failed', 'succeeded']) {
    if (key === 'succeeded' && mayShrink(object.at('spec'))) continue;
    const count = status.at(key);
    if (count.number < old.at(key).number) count.invalid(`cannot decrease the ${key} counter`, count.number);
  }
  const end = status.at('completionTime');
  if (end.isSet && old.at('completionTime').isSet && !end.equals(old.at('completionTime'))) {
    end.invalid('field is immutable');
  }
  const start = status.at('startTime');
  const wasRunning = old.at('startTime').isSet && !object.at('spec').at('suspend').isTrue;
  if (wasRunning && !start.equals(old.at('startTime'))) {
    start.invalid('field is immutable for unsuspended job once set', start.isSet ? start.value : null);
  }
  if (isTrue(old, 'SuccessCriteriaMet') && !isTrue(status, 'SuccessCriteriaMet')) {
    conditions.refused('cannot disable the SuccessCriteriaMet=True condition');
  }
  if (!isTrue(status, 'SuccessCriteriaMet')) return;
  for (const type of ['Failed', 'FailureTarget']) {
    if (isTrue(status, type)) {
      conditions.refused(`cannot set SuccessCriteriaMet=True and ${type}=true conditions`);
    }
  }
}

/** Indexed Jobs with as many pods as completions may be scaled down. */
function mayShrink(spec: Field): boolean {
  return spec.at('completionMode').text === 'Indexed' && spec.at('completions').equals(spec.at('parallelism'));
}
