import { conditions, createManager, owners } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { Job } from 'kbts/k8s/batch/v1';
import { Event } from 'kbts/k8s/events/v1';
import { eventually, startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CronJob } from '../api/v1/index.js';
import type { CronJobSpec } from '../api/v1/index.js';
import { cronJobController } from './cron-job.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: await plane.asOperator(), ...options });
  manager.add(cronJobController);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

const ref = (name: string) => ({ kind: CronJob, name, namespace: 'default' });
/** On the first of January only: in a test there is no other run than those that it asks for. */
const seldom = '0 0 1 1 *';

async function create(name: string, spec: Partial<CronJobSpec> = {}): Promise<void> {
  const container = { name: 'main', image: 'busybox:1.37' };
  const template = { spec: { restartPolicy: 'Never' as const, containers: [container] } };
  const metadata = { name, namespace: 'default' };
  const cronJob = { schedule: seldom, jobTemplate: { spec: { template } }, ...spec };
  await plane.client.create(new CronJob({ metadata, spec: cronJob }));
  await waitFor(plane.client, ref(name), (it) => it?.status !== undefined);
}

/** Makes it look as if the operator had been away: the last run was more than a year ago, so one is due. */
async function miss(name: string): Promise<void> {
  const body = { status: { lastScheduleTime: new Date(Date.now() - 400 * 86_400_000).toISOString() } };
  await plane.client.status.patch(ref(name), { type: 'merge', body });
}

async function jobsOf(name: string, count: number): Promise<readonly Stored<Job>[]> {
  return eventually(async () => {
    const owner = await plane.client.get(CronJob, ref(name));
    const { items } = await plane.client.list(Job, { namespace: 'default' });
    const jobs = items.filter((job) => owners.has(owner, job) && job.metadata.deletionTimestamp === undefined);
    expect(jobs).toHaveLength(count);
    return jobs;
  });
}

/** What the job controller of a real cluster would report. */
async function finish(job: Stored<Job> | undefined): Promise<void> {
  const now = new Date().toISOString();
  const condition = (type: string) => ({ type, status: 'True', lastProbeTime: now, lastTransitionTime: now });
  const list = [condition('SuccessCriteriaMet'), condition('Complete')];
  const body = { status: { startTime: now, completionTime: now, succeeded: 1, conditions: list } };
  if (!job) throw new Error('there is no such job');
  await plane.client.status.patch(job, { type: 'merge', body });
}

test('a run that is due begins, and the status shows it', async () => {
  await create('missed');

  await miss('missed');

  const [job] = await jobsOf('missed', 1);
  const active = await waitFor(plane.client, ref('missed'), (it) => it?.status?.active?.length === 1);
  expect(active?.status?.active?.[0]).toMatchObject({ kind: 'Job', name: job?.metadata.name });
  expect(active?.status?.lastScheduleTime).toMatch(/-01-01T00:00:00Z$/);
  await eventually(async () => {
    const { items } = await plane.client.list(Event, { namespace: 'default' });
    const noted = items.filter(({ reason, regarding }) => reason === 'Started' && regarding?.name === 'missed');
    expect(noted).toHaveLength(1);
  });
});

test('a run that has ended is no longer active', async () => {
  await create('ended');
  await miss('ended');
  const [job] = await jobsOf('ended', 1);
  await waitFor(plane.client, ref('ended'), (it) => it?.status?.active !== undefined);

  await finish(job);

  await waitFor(plane.client, ref('ended'), (it) => it?.status !== undefined && it.status.active === undefined);
});

test('a run that is too late does not begin', async () => {
  await create('late', { startingDeadlineSeconds: 100 });

  await miss('late');

  await waitFor(plane.client, ref('late'), (it) => reasonOf(it) === 'DeadlineMissed');
  await jobsOf('late', 0);
});

test('nothing begins while it is suspended', async () => {
  await create('paused', { suspend: true });

  await miss('paused');
  await waitFor(plane.client, ref('paused'), (it) => reasonOf(it) === 'Suspended');
  await jobsOf('paused', 0);

  await plane.client.patch(ref('paused'), { type: 'merge', body: { spec: { suspend: false } } });
  await jobsOf('paused', 1);
});

test('a run that is replaced goes, with what it has made', async () => {
  await create('replaced', { concurrencyPolicy: 'Replace' });
  await miss('replaced');
  const [first] = await jobsOf('replaced', 1);

  // One that is due now has another name than the first.
  await plane.client.patch(ref('replaced'), { type: 'merge', body: { spec: { schedule: '* * * * *' } } });

  await eventually(async () => expect((await jobsOf('replaced', 1))[0]?.metadata.uid).not.toBe(first?.metadata.uid));
});

test('history is kept within its limits', async () => {
  await create('tidy', { successfulJobsHistoryLimit: 0 });
  await miss('tidy');
  const [job] = await jobsOf('tidy', 1);

  await finish(job);

  await jobsOf('tidy', 0);
});

function reasonOf(cronJob: Stored<CronJob> | undefined): string | undefined {
  return conditions.get(cronJob?.status?.conditions, 'Available')?.reason;
}
