/** Database: replicas with volumes, a password, backups, and two versions. */
import { expect } from 'vitest';
import { StatefulSet } from '../../src/k8s/apps/v1/index.js';
import { CronJob } from '../../src/k8s/batch/v1/index.js';
import { PersistentVolume, PersistentVolumeClaim, Service } from '../../src/k8s/core/v1/index.js';
import { type Condition, conditions, type CustomResource, defineKind } from '../../src/runtime/index.js';
import { eventually, waitFor, type ControlPlane } from '../../src/testing/index.js';
import { kubectl, nothingLeft, ownedBy, patient, refusal, type Story } from './story.js';

interface Spec {
  engine: string;
  version?: string;
  replicas?: number;
  storage?: string;
  backup?: { schedule: string };
}
type Database = CustomResource<Spec, { readyReplicas?: number; conditions?: Condition[] }>;
const Database = defineKind<Database>({
  group: 'data.my.domain',
  version: 'v1',
  kind: 'Database',
  plural: 'databases',
  scope: 'Namespaced',
});
const key = { name: 'database-sample', namespace: 'default' };
const legacy = { name: 'database-legacy', namespace: 'default' };

export const database: Story = {
  title: 'database',
  example: 'database',
  chapters: [
    {
      title: 'the samples of both versions get their replicas, and the newer one its backup',
      async play({ plane, example }) {
        for (const name of volumes) await plane.client.apply(volume(name), { fieldManager: 'provisioner' });
        // The operator announces its certificate, without which the older one is not converted, a moment after it is ready.
        await eventually(() => kubectl(example, 'apply', '-k', 'config/samples'), patient);

        const ready = await reachesReady(plane, key, 2);
        expect(ready?.spec.version).toBe('17');
        const old = await reachesReady(plane, legacy, 1);
        expect(old?.spec).toMatchObject({ engine: 'mysql', version: '8.4', storage: '2Gi' });
        const backups = await ownedBy(plane, CronJob, ready);
        expect(backups.map(({ metadata }) => metadata.name)).toEqual(['database-sample-backup']);
        const image = ['get', 'databases.v1alpha1.data.my.domain', key.name, '-o', 'jsonpath={.spec.image}'];
        expect(await kubectl(example, ...image)).toBe('postgres:17');
      },
    },
    {
      title: 'what must not change cannot',
      async play({ example }) {
        const patch = (spec: object): Promise<string> =>
          kubectl(example, 'patch', 'database', key.name, '--type=merge', '-p', JSON.stringify({ spec }));

        expect(await refusal(patch({ engine: 'mysql' }))).toContain('the engine cannot change');
        expect(await refusal(patch({ storage: '1Mi' }))).toContain('volumes cannot shrink');
      },
    },
    {
      title: 'it scales, and a new password restarts the replicas',
      async play({ plane, example }) {
        await kubectl(example, 'patch', 'database', key.name, '--type=merge', '-p', '{"spec":{"replicas":3}}');
        await reachesReady(plane, key, 3);
        const before = await secretVersion(plane);

        await kubectl(example, 'patch', 'secret', key.name, '-p', `{"stringData":{"password":"${Date.now()}"}}`);

        await eventually(async () => expect(await secretVersion(plane)).not.toBe(before), patient);
      },
    },
    {
      title: 'nothing is left when it is deleted, volumes included',
      async play({ plane, example }) {
        await kubectl(example, 'delete', '-k', 'config/samples');

        await nothingLeft(plane, 'Database', StatefulSet, Service, CronJob);
        await eventually(
          async () => {
            const labels = { 'app.kubernetes.io/name': 'database' };
            const { items } = await plane.client.list(PersistentVolumeClaim, { namespace: 'default', labels });
            expect(items.map(({ metadata }) => metadata.name)).toEqual([]);
          },
          { timeoutMs: 60_000 },
        );
        for (const name of volumes) await plane.client.delete({ kind: PersistentVolume, name });
      },
    },
  ],
};

/** What a provisioner would make: room for each replica. */
const volumes = ['sample-0', 'sample-1', 'sample-2', 'legacy-0'] as const;

function volume(name: (typeof volumes)[number]): PersistentVolume {
  const claimRef = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    name: `data-database-${name}`,
    namespace: 'default',
  };
  const place = { capacity: { storage: '2Gi' }, accessModes: ['ReadWriteOnce' as const], hostPath: { path: '/data' } };
  return new PersistentVolume({ metadata: { name }, spec: { ...place, claimRef, storageClassName: '' } });
}

async function reachesReady(plane: ControlPlane, name: typeof key, replicas: number) {
  return waitFor(
    plane.client,
    { kind: Database, ...name },
    (it) => {
      const ready = conditions.get(it?.status?.conditions, 'Ready');
      const isCurrent = ready?.status === 'True' && ready.observedGeneration === it?.metadata.generation;
      return isCurrent && it?.status?.readyReplicas === replicas;
    },
    { timeoutMs: 90_000 },
  );
}

async function secretVersion({ client }: ControlPlane): Promise<string | undefined> {
  const { spec } = await client.get(StatefulSet, key);
  return spec?.template.metadata?.annotations?.['data.my.domain/secret-version'];
}
