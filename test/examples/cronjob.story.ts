/** CronJob: jobs by the clock; webhooks; two versions. Nobody waits for a minute: runs are made to look missed. */
import { expect } from 'vitest';
import { Job } from '../../src/k8s/batch/v1/index.js';
import { Pod } from '../../src/k8s/core/v1/index.js';
import { type CustomResource, type DeepReadonly, defineKind } from '../../src/runtime/index.js';
import { eventually, waitFor, type ControlPlane } from '../../src/testing/index.js';
import { kubectl, nothingLeft, ownedBy, patient, refusal, type Chapter, type Story } from './story.js';

type Spec = {
  schedule: string;
  suspend?: boolean;
  concurrencyPolicy?: string;
  successfulJobsHistoryLimit?: number;
  jobTemplate?: object;
};
type CronJob = CustomResource<Spec, { active?: { name?: string }[]; lastScheduleTime?: string }>;
const CronJob = defineKind<CronJob>({
  group: 'batch.tutorial.kubebuilder.io',
  version: 'v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  scope: 'Namespaced',
  subresources: { status: true },
});
const sample = { kind: CronJob, name: 'cronjob-sample', namespace: 'default' };
const busy = { kind: CronJob, name: 'busy', namespace: 'default' };
const resource = 'cronjobs.v1.batch.tutorial.kubebuilder.io';

export const cronjob: Story = {
  title: 'cronjob',
  example: 'cronjob',
  chapters: [
    {
      title: 'a run of the sample begins, completes, and is written down',
      async play({ plane, example }) {
        // The operator announces its certificate a moment after it is ready.
        await eventually(() => kubectl(example, 'apply', '--server-side', '-k', 'config/samples'), patient);

        await miss(plane, sample);

        const isDone = (it: DeepReadonly<CronJob> | undefined): boolean =>
          isRecent(it?.status?.lastScheduleTime) && it?.status?.active === undefined;
        await waitFor(plane.client, sample, isDone, patient);
        const [job] = await jobsOf(plane, sample);
        expect(job?.status?.succeeded).toBe(1);
        // Kubernetes has CronJobs of its own, so the name needs its group.
        const about = `CronJob.v1.batch.tutorial.kubebuilder.io/${sample.name}`;
        await eventually(
          async () =>
            expect(await kubectl(example, 'events', '--for', about)).toContain(`started Job ${job?.metadata.name}`),
          patient,
        );
      },
    },
    {
      title: 'defaults come from the webhook, and each version can be read as the other',
      async play({ plane, example }) {
        const { spec } = await plane.client.get(CronJob, { name: 'cronjob-sample-v2', namespace: 'default' });
        const path = 'jsonpath={.spec.schedule}';
        const modern = await kubectl(
          example,
          'get',
          'cronjobs.v2.batch.tutorial.kubebuilder.io',
          sample.name,
          '-o',
          path,
        );

        expect(spec).toMatchObject({ schedule: '30 9 * * MON-FRI', successfulJobsHistoryLimit: 3, suspend: false });
        expect(JSON.parse(modern)).toEqual({ minute: '*/1' });
      },
    },
    {
      title: 'a schedule that nobody can follow is refused, in both versions',
      async play({ example }) {
        const patch = (version: string, schedule: unknown): Promise<string> => {
          const body = JSON.stringify({ spec: { schedule } });
          const kind = `cronjobs.${version}.batch.tutorial.kubebuilder.io`;
          return kubectl(example, 'patch', kind, sample.name, '--type=merge', '-p', body);
        };

        expect(await refusal(patch('v1', '0 25 * * *'))).toMatch(
          /^The CronJob "cronjob-sample" is invalid: spec\.schedule: "25" is no hour/,
        );
        expect(await refusal(patch('v2', { minute: '61' }))).toContain('"61" is no minute');
      },
    },
    {
      title: 'history is kept within its limits',
      async play({ plane, example }) {
        const limit = JSON.stringify({ spec: { successfulJobsHistoryLimit: 0 } });
        await kubectl(example, 'patch', resource, sample.name, '--type=merge', '-p', limit);

        await eventually(async () => expect(await jobsOf(plane, sample)).toEqual([]), patient);
      },
    },
    {
      title: 'nothing begins while it is suspended',
      async play({ plane }) {
        const { metadata, spec } = neverEnding('paused');
        const ref = { ...busy, name: 'paused' };
        await plane.client.create(new CronJob({ metadata, spec: { ...spec, suspend: true } }));
        await waitFor(plane.client, ref, (it) => isAvailable(it, 'False'), patient);
        await miss(plane, ref);
        // A later change has been seen, and so has this one.
        await change(plane, ref, { successfulJobsHistoryLimit: 7 });
        await waitFor(plane.client, ref, (it) => observedGeneration(it) === 2, patient);
        expect(await jobsOf(plane, ref)).toEqual([]);

        await change(plane, ref, { suspend: false });
        await eventually(async () => expect(await jobsOf(plane, ref)).toHaveLength(1), patient);
      },
    },
    {
      title: 'a run that is at work makes the next one wait, or makes room for it',
      async play({ plane }) {
        await plane.client.create(neverEnding('busy'));
        await miss(plane, busy);
        const [first] = await eventually(async () => {
          const jobs = await jobsOf(plane, busy);
          expect(jobs).toHaveLength(1);
          return jobs;
        }, patient);

        await change(plane, busy, { schedule: '* * * * *' });
        const isSeen = (it: DeepReadonly<CronJob> | undefined): boolean => observedGeneration(it) === 2;
        await waitFor(plane.client, busy, isSeen, patient);
        expect((await jobsOf(plane, busy)).map(({ metadata }) => metadata.uid)).toEqual([first?.metadata.uid]);

        await change(plane, busy, { concurrencyPolicy: 'Replace' });
        await eventually(async () => {
          const [replacing, ...others] = await jobsOf(plane, busy);
          expect(others).toEqual([]);
          expect(replacing?.metadata.uid).not.toBe(first?.metadata.uid);
        }, patient);
      },
    },
    {
      title: 'nothing is left when they are deleted',
      async play({ plane, example }) {
        await kubectl(example, 'delete', resource, '--all');

        await nothingLeft(plane, 'CronJob', Job);
        await nothingLeft(plane, 'Job', Pod);
      },
    },
  ],
};

/** The only one that waits for the clock; it takes up to a minute. */
export const punctual: Chapter = {
  title: 'a run of a CronJob begins by itself, at its time and not before',
  async play({ plane, example }) {
    const ref = { ...busy, name: 'punctual' };
    const { metadata, spec } = neverEnding('punctual');
    const created = await eventually(
      () => plane.client.create(new CronJob({ metadata, spec: { ...spec, schedule: '* * * * *' } })),
      patient,
    );

    const isBegun = (it: DeepReadonly<CronJob> | undefined): boolean => it?.status?.lastScheduleTime !== undefined;
    const begun = await waitFor(plane.client, ref, isBegun, { timeoutMs: 90_000 });

    const time = begun?.status?.lastScheduleTime ?? '';
    const [job] = await jobsOf(plane, ref);
    expect(Date.parse(time)).toBeGreaterThan(Date.parse(created.metadata.creationTimestamp ?? ''));
    expect(Date.parse(job?.metadata.creationTimestamp ?? '')).toBeGreaterThanOrEqual(Date.parse(time));
    await kubectl(example, 'delete', resource, '--all');
    await nothingLeft(plane, 'CronJob', Job);
  },
};

/** As if the operator had been away for more than a year. */
async function miss({ client }: ControlPlane, ref: typeof sample): Promise<void> {
  const body = { status: { lastScheduleTime: new Date(Date.now() - 400 * 86_400_000).toISOString() } };
  await client.status.patch(ref, { type: 'merge', body });
}

async function change({ client }: ControlPlane, ref: typeof sample, spec: Partial<Spec>): Promise<void> {
  await client.patch(ref, { type: 'merge', body: { spec } });
}

async function jobsOf(plane: ControlPlane, ref: typeof sample): Promise<DeepReadonly<Job>[]> {
  return ownedBy(plane, Job, await plane.client.get(CronJob, ref));
}

/** Its pods fit no node. */
function neverEnding(name: string): CronJob {
  const containers = [{ name: 'main', image: 'example.com/main:v1' }];
  const pod = { restartPolicy: 'Never', nodeSelector: { no: 'node' }, containers };
  const jobTemplate = { spec: { template: { spec: pod } } };
  const spec = { schedule: '0 0 1 1 *', concurrencyPolicy: 'Forbid', jobTemplate };
  return new CronJob({ metadata: { name, namespace: 'default' }, spec });
}

function isRecent(time: string | undefined): boolean {
  return time !== undefined && Date.now() - Date.parse(time) < 3_600_000;
}

function conditionOf(cronJob: DeepReadonly<CronJob> | undefined) {
  const { conditions = [] } = (cronJob?.status ?? {}) as {
    conditions?: { status: string; observedGeneration?: number }[];
  };
  return conditions[0];
}

function isAvailable(cronJob: DeepReadonly<CronJob> | undefined, status: 'True' | 'False'): boolean {
  return conditionOf(cronJob)?.status === status;
}

function observedGeneration(cronJob: DeepReadonly<CronJob> | undefined): number | undefined {
  return conditionOf(cronJob)?.observedGeneration;
}
