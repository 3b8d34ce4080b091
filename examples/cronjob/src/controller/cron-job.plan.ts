import type { Stored } from 'kbts/runtime';
import type { Job } from 'kbts/k8s/batch/v1';
import type { CronJob } from '../api/v1/index.js';
import { latestBetween, nextAfter, parseSchedule, ScheduleError } from '../schedule/cron.js';
import type { Schedule } from '../schedule/cron.js';
import type { Runs } from './cron-job.runs.js';

/** Why things are as they are, for people and for the condition `Available`. */
export type State =
  | { readonly reason: 'OnSchedule'; readonly message: string }
  | { readonly reason: 'DeadlineMissed'; readonly message: string }
  | { readonly reason: 'Suspended'; readonly message: string }
  | { readonly reason: 'InvalidSchedule'; readonly message: string };

/** What to do at one moment. */
export interface Plan {
  /** Finished Jobs beyond the limits. */
  readonly forget: readonly Stored<Job>[];
  /** Running Jobs that make room for the next one. */
  readonly end: readonly Stored<Job>[];
  /** The time for which a Job must be started now. */
  readonly start: Date | undefined;
  /** When there will be something to do again, if nothing changes. */
  readonly next: Date | undefined;
  readonly state: State;
}

/** Decides what to do with a CronJob that has these runs. It has no clock and no client: `now` is a value like all others. */
export function planRuns(cronJob: Stored<CronJob>, runs: Runs, now: Date): Plan {
  const idle = { forget: historyBeyondLimits(cronJob, runs), end: [], start: undefined, next: undefined };
  if (cronJob.spec.suspend)
    return { ...idle, state: { reason: 'Suspended', message: 'no runs begin until it goes on' } };
  const schedule = tryParse(cronJob.spec.schedule);
  if (schedule instanceof ScheduleError)
    return { ...idle, state: { reason: 'InvalidSchedule', message: schedule.message } };

  const next = nextAfter(schedule, now);
  const { due, missed } = dueRun(cronJob, schedule, runs, now);
  if (due === undefined) return { ...idle, next, state: stateOf(next, missed) };

  const { concurrencyPolicy = 'Allow' } = cronJob.spec;
  // It is not lost: when the running one ends, its event brings us back, and the new one begins unless it is too late then.
  if (concurrencyPolicy === 'Forbid' && runs.active.length > 0) return { ...idle, next, state: stateOf(next, missed) };
  return {
    ...idle,
    end: concurrencyPolicy === 'Replace' ? runs.active : [],
    start: due,
    next,
    state: stateOf(next, undefined),
  };
}

/** For which time the latest run was begun. Its Job may be gone, and the status may be a moment late: either may know. */
export function lastRunOf({ status }: Stored<CronJob>, { latest }: Runs): Date | undefined {
  const told = status?.lastScheduleTime === undefined ? undefined : new Date(status.lastScheduleTime);
  return told && (!latest || told > latest) ? told : latest;
}

/** The latest time that has no run yet. Earlier ones are left out: nobody wants ten late reports at once. */
function dueRun(cronJob: Stored<CronJob>, schedule: Schedule, runs: Runs, now: Date): { due?: Date; missed?: Date } {
  const since = lastRunOf(cronJob, runs) ?? new Date(cronJob.metadata.creationTimestamp);
  const latest = latestBetween(schedule, since, now);
  const { startingDeadlineSeconds = Infinity } = cronJob.spec;
  const isTooLate = latest !== undefined && now.getTime() - latest.getTime() > startingDeadlineSeconds * 1000;
  return isTooLate ? { missed: latest } : { due: latest };
}

function historyBeyondLimits({ spec }: Stored<CronJob>, { successful, failed }: Runs): Stored<Job>[] {
  const oldest = (jobs: readonly Stored<Job>[], limit = jobs.length) => jobs.slice(0, Math.max(0, jobs.length - limit));
  return [...oldest(successful, spec.successfulJobsHistoryLimit), ...oldest(failed, spec.failedJobsHistoryLimit)];
}

function stateOf(next: Date | undefined, missed: Date | undefined): State {
  const soon = next === undefined ? 'there is no further run' : `the next run is at ${next.toISOString()}`;
  if (missed === undefined) return { reason: 'OnSchedule', message: soon };
  return {
    reason: 'DeadlineMissed',
    message: `the run of ${missed.toISOString()} was too late and is left out; ${soon}`,
  };
}

function tryParse(text: string): Schedule | ScheduleError {
  try {
    return parseSchedule(text);
  } catch (error) {
    if (error instanceof ScheduleError) return error;
    throw error;
  }
}
