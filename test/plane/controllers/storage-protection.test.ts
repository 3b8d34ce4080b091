import { afterAll, beforeAll, expect, test } from 'vitest';
import { PersistentVolume, PersistentVolumeClaim, Pod } from '../../../src/k8s/core/v1/index.js';
import { type ControlPlane, eventually, startControlPlane } from '../../../src/testing/index.js';

let plane: ControlPlane;
beforeAll(async () => {
  plane = await startControlPlane({ kind: 'embedded', components: ['kube-controller-manager'] });
});
afterAll(() => plane.stop());

const resources = { requests: { storage: '1Gi' } };

test('a claim that no pod uses, and a volume without a claim, go when they are deleted', async () => {
  const { client } = plane;
  const spec = { accessModes: ['ReadWriteOnce' as const], resources };
  const free = await client.create(
    new PersistentVolumeClaim({ metadata: { name: 'free', namespace: 'default' }, spec }),
  );
  const used = await client.create(
    new PersistentVolumeClaim({ metadata: { name: 'used', namespace: 'default' }, spec }),
  );
  const volume = await client.create(
    new PersistentVolume({
      metadata: { name: 'v' },
      spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } },
    }),
  );
  const pod = await client.create(
    new Pod({
      metadata: { name: 'p', namespace: 'default' },
      spec: {
        containers: [{ name: 'a', image: 'a' }],
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'used' } }],
      },
    }),
  );

  for (const claim of [free, used]) await client.delete(claim);
  await client.delete(volume);
  await eventually(async () => expect(await client.find(PersistentVolumeClaim, free.metadata)).toBeUndefined());
  await eventually(async () => expect(await client.find(PersistentVolume, { name: 'v' })).toBeUndefined());
  expect(await client.find(PersistentVolumeClaim, used.metadata)).toBeDefined();

  await client.delete(pod, { gracePeriodSeconds: 0 });
  await eventually(async () => expect(await client.find(PersistentVolumeClaim, used.metadata)).toBeUndefined());
});
