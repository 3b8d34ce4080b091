import { createClient, createManager } from 'kbts/runtime';
import { createCache } from 'kbts/runtime/cache';
import { createTransport } from 'kbts/runtime/client';
import { EventRecorder, silentLogger as log } from 'kbts/runtime/observe';
import type { ClusterConfig } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Event } from 'kbts/k8s/events/v1';
import { eventually, startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppService } from '../api/v1alpha1/index.js';
import { AppServiceController } from '../bare/app-service.controller.js';
import { appServiceController } from './app-service.controller.js';

async function runManager(config: ClusterConfig, signal: AbortSignal): Promise<void> {
  const options = { metrics: false, health: false, leaderElection: false, logging: { level: 'error' } } as const;
  const manager = await createManager({ config, ...options });
  manager.add(appServiceController);
  await manager.start(signal);
}

async function runBare(config: ClusterConfig, signal: AbortSignal): Promise<void> {
  await using transport = createTransport(config);
  await using cache = createCache({ transport });
  const client = createClient({ transport });
  await using events = new EventRecorder({ client, controller: 'appservice-controller', host: 'test', log });
  await (await AppServiceController.create({ client, cache, events, log })).run(signal);
}

// One set of rules: the two ways to write a controller must not differ in what they do.
describe.each([
  ['with a manager', runManager],
  ['with bare informers', runBare],
])('%s', (_, run) => {
  const stop = new AbortController();
  let plane: ControlPlane;
  let running: Promise<void>;

  beforeAll(async () => {
    plane = await startControlPlane({ crds: ['config/crd/bases'] });
    running = run(await plane.asOperator(), stop.signal);
  });

  afterAll(async () => {
    stop.abort();
    await running;
    await plane.stop();
  });

  const create = async (name: string, replicas: number): Promise<{ name: string; namespace: string }> => {
    const key = { name: `${name}-web`, namespace: 'default' };
    const spec = { deploymentName: key.name, replicas };
    await plane.client.create(new AppService({ metadata: { name, namespace: 'default' }, spec }));
    return key;
  };
  const hasReplicas = (key: { name: string; namespace: string }, replicas: number) =>
    waitFor(plane.client, { kind: Deployment, ...key }, (it) => it?.spec?.replicas === replicas);
  const noted = (name: string, reason: string) =>
    eventually(async () => {
      const { items } = await plane.client.list(Event, { namespace: 'default' });
      const events = items.filter((event) => event.reason === reason && event.regarding?.name === name);
      expect(events.length).toBeGreaterThan(0);
    });

  test('the sample gets its Deployment, and shows how many pods can be used', async () => {
    await plane.install('config/samples/appcontroller_v1alpha1_appservice.yaml');
    const key = { name: 'appservice-sample-web', namespace: 'default' };
    await hasReplicas(key, 2);

    // What the deployment controller of a real cluster would report.
    const body = { status: { replicas: 2, readyReplicas: 2, availableReplicas: 2 } };
    await plane.client.status.patch({ kind: Deployment, ...key }, { type: 'merge', body });

    const ref = { kind: AppService, name: 'appservice-sample', namespace: 'default' };
    await waitFor(plane.client, ref, (it) => it?.status?.availableReplicas === 2);
    await noted('appservice-sample', 'Synced');
  });

  test('the Deployment follows its AppService, and nobody else', async () => {
    const key = await create('sized', 1);
    await hasReplicas(key, 1);

    await plane.client.patch(
      { kind: AppService, name: 'sized', namespace: 'default' },
      { type: 'merge', body: { spec: { replicas: 4 } } },
    );
    await hasReplicas(key, 4);

    await plane.client.patch({ kind: Deployment, ...key }, { type: 'merge', body: { spec: { replicas: 9 } } });
    await hasReplicas(key, 4);
  });

  test('a deleted Deployment comes back', async () => {
    const key = await create('healed', 1);
    const before = await hasReplicas(key, 1);

    await plane.client.delete({ kind: Deployment, ...key });

    const ref = { kind: Deployment, ...key };
    await waitFor(plane.client, ref, (it) => it !== undefined && it.metadata.uid !== before?.metadata.uid);
  });

  test('a Deployment of somebody else is left alone, and replaced when it goes', async () => {
    const key = { name: 'taken-web', namespace: 'default' };
    const labels = { app: 'theirs' };
    await plane.client.create(
      new Deployment({
        metadata: key,
        spec: {
          replicas: 7,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } },
        },
      }),
    );

    await create('taken', 2);

    await noted('taken', 'ErrResourceExists');
    expect((await plane.client.get(Deployment, key)).spec?.replicas).toBe(7);

    await plane.client.delete({ kind: Deployment, ...key });
    await hasReplicas(key, 2);
  });
});
