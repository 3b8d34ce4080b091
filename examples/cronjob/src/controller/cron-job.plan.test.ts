import type { Stored } from 'kbts/runtime';
import { Job } from 'kbts/k8s/batch/v1';
import { stored } from 'kbts/testing';
import { describe, expect, test } from 'vitest';
import { CronJob } from '../api/v1/index.js';
import type { CronJobSpec, CronJobStatus } from '../api/v1/index.js';
import { planRuns } from './cron-job.plan.js';
import type { Plan } from './cron-job.plan.js';
import { runsOf, scheduledAt } from './cron-job.runs.js';

const at = (time: string): Date => new Date(`2026-01-01T${time}Z`);
const template = { spec: { containers: [{ name: 'main', image: 'busybox:1.37' }] } };

function cronJob(spec: Partial<CronJobSpec> = {}, status?: CronJobStatus): Stored<CronJob> {
  const made = new CronJob({
    metadata: { name: 'report', namespace: 'default', uid: '1', creationTimestamp: '2026-01-01T00:00:30Z' },
    spec: { schedule: '*/10 * * * *', jobTemplate: { spec: { template } }, ...spec },
    ...(status && { status }),
  });
  return stored(made);
}

function job(time: string, state?: 'Complete' | 'Failed'): Stored<Job> {
  const made = new Job({
    metadata: { name: `job-${time}`, annotations: { [scheduledAt]: at(time).toISOString() } },
    spec: { template },
    status: { conditions: state ? [{ type: state, status: 'True' }] : [] },
  });
  return stored(made);
}

function plan(owner: Stored<CronJob>, now: string, ...jobs: Stored<Job>[]): Plan {
  return planRuns(owner, runsOf(jobs), at(now));
}

const names = (jobs: Plan['forget']): (string | undefined)[] => jobs.map(({ metadata }) => metadata.name);

describe('when a run begins', () => {
  test('not before its time', () => {
    expect(plan(cronJob(), '00:09:59')).toMatchObject({ start: undefined, next: at('00:10') });
  });

  test('at its time', () => {
    expect(plan(cronJob(), '00:10:00')).toMatchObject({ start: at('00:10'), next: at('00:20') });
  });

  test('once only', () => {
    expect(plan(cronJob(), '00:10:00', job('00:10'))).toMatchObject({ start: undefined, next: at('00:20') });
  });

  test('once only, also when its job is gone', () => {
    const owner = cronJob({}, { lastScheduleTime: '2026-01-01T00:10:00Z' });

    expect(plan(owner, '00:11:00')).toMatchObject({ start: undefined });
  });

  test('late, when its time was missed; several missed times are one run', () => {
    expect(plan(cronJob(), '00:45:00')).toMatchObject({ start: at('00:40'), next: at('00:50') });
  });

  test('not when it is too late', () => {
    const result = plan(cronJob({ startingDeadlineSeconds: 60 }), '00:11:01');

    expect(result).toMatchObject({ start: undefined, next: at('00:20'), state: { reason: 'DeadlineMissed' } });
    expect(result.state.message).toContain('00:10:00');
  });

  test('just in time', () => {
    expect(plan(cronJob({ startingDeadlineSeconds: 60 }), '00:11:00')).toMatchObject({
      start: at('00:10'),
      state: { reason: 'OnSchedule' },
    });
  });

  test('not while it is suspended', () => {
    const result = plan(cronJob({ suspend: true }), '00:10:00');

    expect(result).toMatchObject({ start: undefined, next: undefined, state: { reason: 'Suspended' } });
  });

  test('never with a schedule that nobody can follow', () => {
    const result = plan(cronJob({ schedule: '61 * * * *' }), '00:10:00');

    expect(result).toMatchObject({ start: undefined, next: undefined, state: { reason: 'InvalidSchedule' } });
  });
});

describe('while an earlier run is at work', () => {
  test('Allow starts another one', () => {
    const result = plan(cronJob({ concurrencyPolicy: 'Allow' }), '00:20:00', job('00:10'));

    expect(result).toMatchObject({ start: at('00:20'), end: [] });
  });

  test('Forbid waits', () => {
    const owner = cronJob({ concurrencyPolicy: 'Forbid' });

    expect(plan(owner, '00:20:00', job('00:10'))).toMatchObject({ start: undefined, end: [] });
    expect(plan(owner, '00:25:00', job('00:10', 'Complete'))).toMatchObject({ start: at('00:20') });
  });

  test('Replace ends it first', () => {
    const result = plan(cronJob({ concurrencyPolicy: 'Replace' }), '00:20:00', job('00:10'));

    expect(result.start).toEqual(at('00:20'));
    expect(names(result.end)).toEqual(['job-00:10']);
  });
});

describe('history', () => {
  const jobs = [
    job('00:40', 'Complete'),
    job('00:10', 'Complete'),
    job('00:20', 'Failed'),
    job('00:30', 'Failed'),
    job('00:05'),
  ];

  test('the oldest beyond each limit are forgotten; running ones stay', () => {
    const owner = cronJob({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 });

    expect(names(plan(owner, '00:41:00', ...jobs).forget)).toEqual(['job-00:10', 'job-00:20', 'job-00:30']);
  });

  test('without limits everything stays', () => {
    expect(plan(cronJob(), '00:41:00', ...jobs).forget).toEqual([]);
  });

  test('is tidied up while suspended, too', () => {
    const owner = cronJob({ suspend: true, successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 2 });

    expect(names(plan(owner, '00:41:00', ...jobs).forget)).toEqual(['job-00:10', 'job-00:40']);
  });
});
