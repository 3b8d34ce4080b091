/** CronJobs. */
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { jobSpec } from './job-spec.js';
import { scheduleProblem, timeZoneProblem } from './schedule.js';

/** Checks of CronJob. */
export const cronJob: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    const old = before?.at('spec');
    schedule(spec.at('schedule'), old?.at('schedule').text.includes('TZ') === true, spec.at('timeZone').isSet);
    spec.at('startingDeadlineSeconds').notNegative();
    if (isOtherZone(spec.at('timeZone'), old?.at('timeZone'))) timeZone(spec.at('timeZone'));
    spec.at('concurrencyPolicy').needsOneOf(['Allow', 'Forbid', 'Replace']);
    template(spec.at('jobTemplate').at('spec'));
    spec.at('successfulJobsHistoryLimit').notNegative();
    spec.at('failedJobsHistoryLimit').notNegative();
    const name = object.at('metadata').at('name');
    if (before === undefined && name.text.length > 52) name.invalid('must be no more than 52 characters');
  },
};

function schedule(field: Field, mayHaveZone: boolean, hasZone: boolean): void {
  if (field.text === '') return void field.required();
  const problem = scheduleProblem(field.text);
  if (problem !== undefined) field.invalid(problem);
  if (!field.text.includes('TZ')) return;
  if (!mayHaveZone) field.invalid('cannot use TZ or CRON_TZ in schedule, use timeZone field instead');
  else if (hasZone) field.invalid('cannot use both timeZone field and TZ or CRON_TZ in schedule');
}

/** An empty zone is not the same as none. */
function isOtherZone(zone: Field, before: Field | undefined): boolean {
  return before === undefined || zone.isSet !== before.isSet || !before.equals(zone);
}

function timeZone(field: Field): void {
  if (!field.isSet) return;
  if (field.text === '') field.invalid('timeZone must be nil or non-empty string');
  for (const part of field.text.split('/')) {
    if (part === '.' || part === '..' || !/^[A-Za-z._0-9+][A-Za-z.\-_0-9+]{0,13}$/.test(part)) {
      field.invalid(`unknown time zone ${field.text}`);
    }
  }
  if (field.text.toLowerCase() === 'local') {
    field.invalid('timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones');
  }
  const problem = timeZoneProblem(field.text);
  if (problem !== undefined) field.invalid(problem);
}

function template(spec: Field): void {
  jobSpec(spec);
  if (spec.at('selector').isSet) spec.at('selector').invalid('`selector` will be auto-generated');
  const manual = spec.at('manualSelector');
  if (manual.isTrue) manual.unsupported(['nil', 'false'], true);
}
