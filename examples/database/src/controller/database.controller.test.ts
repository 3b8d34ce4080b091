import { conditions, createManager } from 'kbts/runtime';
import { StatefulSet } from 'kbts/k8s/apps/v1';
import { CronJob } from 'kbts/k8s/batch/v1';
import { PersistentVolumeClaim, Secret } from 'kbts/k8s/core/v1';
import { eventually, startControlPlane, waitFor } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../api/v1/index.js';
import { databaseController } from './database.controller.js';

const logging = { level: 'error', format: 'pretty' } as const;
const options = { metrics: false, health: false, leaderElection: false, logging } as const;
const cache = { default: { namespaces: ['default'] } };
const key = { name: 'database-sample', namespace: 'default' };
const ref = { kind: Database, ...key };
const stop = new AbortController();
let plane: ControlPlane;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds: ['config/crd/bases'] });
  const manager = await createManager({ config: await plane.asOperator(), cache, ...options });
  manager.add(databaseController);
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** What the controller of StatefulSets would report. */
async function letBeReady(replicas: number): Promise<void> {
  const set = await eventually(() => plane.client.get(StatefulSet, key));
  const status = { replicas, readyReplicas: replicas, observedGeneration: set.metadata.generation };
  await plane.client.status.apply(set, { status }, { fieldManager: 'test', force: true });
}

/** What the garbage collector would do when all pods of the set are gone. */
async function letGarbageCollect(set: { kind: typeof StatefulSet; name: string; namespace: string }): Promise<void> {
  await plane.client.patch(set, { type: 'merge', body: { metadata: { finalizers: null } } });
}

test('the sample becomes ready when its replicas are', async () => {
  await plane.install('config/samples/data_v1_database.yaml');
  await letBeReady(2);

  const ready = await waitFor(plane.client, ref, (it) => conditions.isTrue(it?.status?.conditions, 'Ready'));

  const condition = conditions.get(ready?.status?.conditions, 'Ready');
  expect(condition?.observedGeneration).toBe(ready?.metadata.generation);
  const { spec } = await plane.client.get(CronJob, { ...key, name: 'database-sample-backup' });
  expect(spec?.schedule).toBe('0 3 * * *');
});

test('a new password restarts the replicas', async () => {
  const versionOf = async (): Promise<string | undefined> => {
    const { spec } = await plane.client.get(StatefulSet, key);
    return spec?.template.metadata?.annotations?.['data.my.domain/secret-version'];
  };
  const before = await versionOf();

  await plane.client.patch({ kind: Secret, ...key }, { type: 'merge', body: { stringData: { password: 'new' } } });

  await eventually(async () => expect(await versionOf()).not.toBe(before));
});

test('without its Secret a database says so, and begins when it comes', async () => {
  const metadata = { name: 'early', namespace: 'default' };
  await plane.client.create(new Database({ metadata, spec: { engine: 'mysql', passwordSecret: 'early' } }));
  const early = { kind: Database, ...metadata };
  await waitFor(plane.client, early, (it) => it?.status?.conditions?.[0]?.reason === 'SecretMissing');

  await plane.client.create(new Secret({ metadata, stringData: { password: 'x' } }));

  await waitFor(plane.client, early, (it) => it?.status?.conditions?.[0]?.reason === 'WaitingForReplicas');
});

test('no backup, no CronJob; and the volumes go with the database', async () => {
  await plane.client.patch(ref, { type: 'merge', body: { spec: { backup: null } } });
  const backup = { kind: CronJob, ...key, name: 'database-sample-backup' };
  await waitFor(plane.client, backup, (it) => it === undefined);
  const labels = { 'app.kubernetes.io/name': 'database', 'app.kubernetes.io/instance': key.name };
  const metadata = { name: 'data-database-sample-0', namespace: 'default', labels };
  const resources = { requests: { storage: '1Gi' } };
  const spec = { accessModes: ['ReadWriteOnce' as const], resources };
  await plane.client.create(new PersistentVolumeClaim({ metadata, spec }));

  await plane.client.delete(ref);

  const set = { kind: StatefulSet, ...key };
  await waitFor(plane.client, set, (it) => it?.metadata.deletionTimestamp !== undefined);
  const claims = async () => (await plane.client.list(PersistentVolumeClaim, { namespace: 'default', labels })).items;
  expect((await claims()).map((claim) => claim.metadata.deletionTimestamp)).toEqual([undefined]);
  await letGarbageCollect(set);

  await waitFor(plane.client, ref, (it) => it === undefined);
  expect((await claims()).filter((claim) => claim.metadata.deletionTimestamp === undefined)).toEqual([]);
});
