import { createManager, is } from 'kbts/runtime';
import type { ApiError } from 'kbts/runtime';
import { CustomResourceDefinition } from 'kbts/k8s/apiextensions/v1';
import { eventually, startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CronJob } from '../../api/v1/index.js';
import { CronJob as CronJobV2 } from '../../api/v2/index.js';
import { setupCronJobWebhook } from './cron-job.webhook.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({
    crds: ['config/crd/bases'],
    webhooks: { paths: ['config/webhook/manifests.yaml'] },
  });
  const { webhooks } = plane;
  const manager = await createManager({ config: await plane.asOperator(), webhooks, ...options });
  setupCronJobWebhook(manager);
  running = manager.start(stop.signal);
  await convertByWebhook();
  // The API server refuses the samples until the webhook server answers.
  await eventually(() => plane.install('config/samples'));
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** What config/crd/patches does in a cluster: the API server asks the webhook server to convert. */
async function convertByWebhook(): Promise<void> {
  const { host, port, caBundle } = plane.webhooks ?? {};
  const clientConfig = { url: `https://${host}:${port}/convert`, caBundle };
  const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
  const crd = { kind: CustomResourceDefinition, name: 'cronjobs.batch.tutorial.kubebuilder.io' };
  await plane.client.patch(crd, { type: 'merge', body: { spec: { conversion } } });
}

const container = { name: 'main', image: 'busybox:1.37' };
const jobTemplate = { spec: { template: { spec: { restartPolicy: 'Never' as const, containers: [container] } } } };

function create(name: string, spec: Partial<CronJob['spec']> = {}): Promise<CronJob> {
  const metadata = { name, namespace: 'default' };
  return plane.client.create(new CronJob({ metadata, spec: { schedule: '0 * * * *', jobTemplate, ...spec } }));
}

test('defaults are filled in, and what a user says stays', async () => {
  const { spec: plain } = await create('plain');
  const { spec: special } = await create('special', { successfulJobsHistoryLimit: 0, concurrencyPolicy: 'Forbid' });

  const defaults = {
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  };
  expect(plain).toMatchObject(defaults);
  expect(special).toMatchObject({ ...defaults, successfulJobsHistoryLimit: 0, concurrencyPolicy: 'Forbid' });
});

test('a schedule that nobody can follow is refused, when it is made and when it is changed', async () => {
  const refused = await create('broken', { schedule: '0 25 * * *' }).catch((error: ApiError) => error);
  const good = await create('good');
  const changed = await plane.client
    .update({ ...good, spec: { ...good.spec, schedule: 'daily' } })
    .catch((error: ApiError) => error);

  for (const error of [refused, changed]) {
    expect(is.invalid(error)).toBe(true);
    expect((error as ApiError).status.details?.causes).toMatchObject([{ field: 'spec.schedule' }]);
  }
});

test('a name that leaves no room for the names of jobs is refused', async () => {
  const refused = await create('n'.repeat(53)).catch((error: unknown) => error);

  expect(is.invalid(refused)).toBe(true);
  await create('n'.repeat(52));
});

test('v2 is stored as v1, and shows what it was given', async () => {
  const key = { name: 'cronjob-sample-v2', namespace: 'default' };

  const old = await plane.client.get(CronJob, key);
  const modern = await plane.client.get(CronJobV2, key);

  expect(old.spec.schedule).toBe('30 9 * * MON-FRI');
  expect(modern.spec.schedule).toEqual({ minute: '30', hour: '9', dayOfWeek: 'MON-FRI' });
  // The defaulter works on v1; its values arrive in v2 all the same.
  expect(modern.spec.failedJobsHistoryLimit).toBe(1);
});

test('the validator judges v2 as well', async () => {
  const metadata = { name: 'wrong', namespace: 'default' };
  const refused = await plane.client
    .create(new CronJobV2({ metadata, spec: { schedule: { hour: '25' }, jobTemplate } }))
    .catch((error: unknown) => error);

  expect(is.invalid(refused)).toBe(true);
});
// +kubebuilder:scaffold:webhook-tests
