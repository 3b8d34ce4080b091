import { ApiError, createManager, is } from 'kbts/runtime';
import { CustomResourceDefinition } from 'kbts/k8s/apiextensions/v1';
import { eventually, startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { App as AppV1 } from '../../api/v1/index.js';
import { App } from '../../api/v1beta1/index.js';
import type { AppSpec } from '../../api/v1beta1/index.js';
import { setupAppWebhook } from './app.webhook.js';

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
  setupAppWebhook(manager);
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
  const crd = { kind: CustomResourceDefinition, name: 'apps.ingress.my.domain' };
  await plane.client.patch(crd, { type: 'merge', body: { spec: { conversion } } });
}

function create(name: string, spec: Partial<AppSpec>): Promise<App> {
  const metadata = { name, namespace: 'default' };
  return plane.client.create(new App({ metadata, spec: { image: 'nginx:1.29', enable_service: true, ...spec } }));
}

test('enable_ingress follows enable_service when it is left out', async () => {
  const { spec: open } = await create('open', { enable_service: true });
  const { spec: closed } = await create('closed', { enable_service: false });

  expect([open.enable_ingress, closed.enable_ingress]).toEqual([true, false]);
});

test('what a user says stays as it is', async () => {
  const { spec } = await create('internal', { enable_service: true, enable_ingress: false });

  expect(spec.enable_ingress).toBe(false);
});

test('the CRD fills in the other defaults', async () => {
  const { spec } = await create('plain', {});

  expect(spec).toMatchObject({ replicas: 1, port: 8080 });
});

test('an ingress without a service is refused', async () => {
  const refused = await create('broken', { enable_service: false, enable_ingress: true }).catch(
    (error: ApiError) => error,
  );

  expect(is.invalid(refused)).toBe(true);
  expect(refused instanceof ApiError && refused.status.details?.causes).toMatchObject([
    { field: 'spec.enable_service' },
  ]);
});

test('the service of an app with an ingress cannot be switched off', async () => {
  const app = await create('steady', { enable_service: true });

  const refused = await plane.client
    .update({ ...app, spec: { ...app.spec, enable_service: false } })
    .catch((error: unknown) => error);

  expect(is.invalid(refused)).toBe(true);
});

test('the same rules apply to v1, which is converted on the way', async () => {
  const metadata = { name: 'modern', namespace: 'default' };
  const image = 'nginx:1.29';

  const created = await plane.client.create(new AppV1({ metadata, spec: { image, enableService: true } }));
  const refused = await plane.client
    .create(
      new AppV1({
        metadata: { ...metadata, name: 'wrong' },
        spec: { image, enableService: false, enableIngress: true },
      }),
    )
    .catch((error: unknown) => error);

  expect(created.spec).toEqual({ image, replicas: 1, containerPort: 8080, enableService: true, enableIngress: true });
  expect(is.invalid(refused)).toBe(true);
});
// +kubebuilder:scaffold:webhook-tests
