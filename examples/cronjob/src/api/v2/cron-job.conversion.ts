import { lossless } from 'kbts/runtime';
import type { CronJob as Hub } from '../v1/index.js';
import { CronJob } from './index.js';
import type { CronSchedule } from './index.js';

/**
 * Converts CronJob between v2 and the hub, v1, in which objects are stored: a line of a crontab becomes five fields.
 * Some things can be said in one version only, such as a `*` that somebody wrote out: `lossless` keeps them aside.
 */
export const cronJobV2Converter = lossless<Hub, CronJob>({
  spoke: CronJob,
  toHub({ metadata, spec, status }) {
    return { metadata, spec: { ...spec, schedule: lineOf(spec.schedule) }, ...(status && { status }) };
  },
  fromHub({ metadata, spec, status }) {
    return { metadata, spec: { ...spec, schedule: fieldsOf(spec.schedule) }, ...(status && { status }) };
  },
});

function lineOf({ minute = '*', hour = '*', dayOfMonth = '*', month = '*', dayOfWeek = '*' }: CronSchedule): string {
  return [minute, hour, dayOfMonth, month, dayOfWeek].join(' ');
}

/** Must cope with everything that may be stored: an object that cannot be converted could not even be deleted. */
function fieldsOf(line: string): CronSchedule {
  const names = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;
  const values = line.trim().split(/\s+/);
  const chosen = names.map((name, index) => [name, values[index]] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value !== undefined && value !== '' && value !== '*'));
}
