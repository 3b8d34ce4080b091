import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../../../src/testing/index.js';
import { Pod } from '../../../../src/k8s/core/v1/index.js';

let plane: ControlPlane;
beforeAll(async () => {
  plane = await startControlPlane({ kind: 'embedded' });
});
afterAll(() => plane?.stop());

const podWith = (name: string) =>
  new Pod({
    metadata: { name: 'p', namespace: 'default' },
    spec: { containers: [{ name: 'main', image: 'nginx', envFrom: [{ configMapRef: { name } }] }] },
  });

// As kube-apiserver: the name is checked as a prefix, so that a dash may end it.
test.each(['config', 'x-', 'x--'])('envFrom takes %j', async (name) => {
  await expect(plane.client.create(podWith(name), { dryRun: true })).resolves.toBeDefined();
});

test.each(['-', 'X', 'x_'])('envFrom refuses %j', async (name) => {
  await expect(plane.client.create(podWith(name), { dryRun: true })).rejects.toThrow(
    'configMapRef.name: Invalid value',
  );
});
