import { Job } from 'kbts/k8s/batch/v1';
import { stored } from 'kbts/testing';
import { expect, test } from 'vitest';
import { CronJob } from '../api/v1/index.js';
import { jobFor, runsOf } from './cron-job.runs.js';

const template = { spec: { containers: [{ name: 'main', image: 'busybox:1.37' }] } };
const made = new CronJob({
  metadata: { name: 'report', namespace: 'default', uid: '1' },
  spec: {
    schedule: '* * * * *',
    jobTemplate: { metadata: { labels: { team: 'blue' }, annotations: { note: 'kept' } }, spec: { template } },
  },
});
const cronJob = stored(made);
const time = new Date('2026-01-01T00:10:00Z');

test('a job is the template, with a name that no other time has', () => {
  const { metadata, spec } = jobFor(cronJob, time);
  const later = jobFor(cronJob, new Date('2026-01-01T00:11:00Z'));

  expect(metadata).toMatchObject({ labels: { team: 'blue' }, annotations: { note: 'kept' } });
  expect(metadata.name).toMatch(/^report-\d{8}$/);
  expect(metadata.name).not.toBe(later.metadata.name);
  expect(spec).toEqual({ template });
});

test('the same time gives the same job', () => {
  expect(jobFor(cronJob, time)).toEqual(jobFor(cronJob, new Date(time)));
});

test('the template stays as it is', () => {
  jobFor(cronJob, time);

  expect(cronJob.spec.jobTemplate.metadata?.annotations).toEqual({ note: 'kept' });
});

test('a job remembers its time', () => {
  expect(runsOf([stored(jobFor(cronJob, time))]).latest).toEqual(time);
});

test('a job that nobody annotated counts from its creation', () => {
  const metadata = { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' };

  expect(runsOf([stored(new Job({ metadata, spec: { template } }))]).latest).toEqual(new Date('2026-01-01T00:00:00Z'));
});

test('without jobs there is no latest run', () => {
  expect(runsOf([])).toEqual({ active: [], successful: [], failed: [], latest: undefined });
});
