import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClusterServiceVersionKind } from '../../../../../src/commands/ship/olm/olm-kinds.js';
import { installOlm } from '../../../../../src/commands/ship/olm/setup/install-olm.js';
import { Deployment } from '../../../../../src/k8s/apps/v1/index.js';
import type { ControlPlane } from '../../../../../src/testing/control-plane.js';
import { startControlPlane } from '../../../../../src/testing/start-control-plane.js';
import { temporaryFolder } from '../../../../project-folder.js';
import { caught, surroundings } from '../../../cluster/project-fixture.js';
import { olmDefinitions } from '../olm-definitions.js';

let plane: ControlPlane;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

const olm = `apiVersion: v1
kind: Namespace
metadata: { name: olm }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: olm-operator, namespace: olm }
spec:
  selector: { matchLabels: { app: olm-operator } }
  template:
    metadata: { labels: { app: olm-operator } }
    spec: { containers: [{ name: olm-operator, image: example.com/olm:v1 }] }
---
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: { name: packageserver, namespace: olm }
`;

beforeAll(async () => {
  [plane, folder] = await Promise.all([startControlPlane({ kind: 'embedded' }), temporaryFolder('olm')]);
  await writeFile(path.join(folder.root, 'kubeconfig'), plane.kubeconfig());
  await mkdir(path.join(folder.root, 'manifests'));
  const crds = olmDefinitions().map((one) => JSON.stringify(one));
  await writeFile(path.join(folder.root, 'manifests/crds.yaml'), crds.join('\n---\n'));
  await writeFile(path.join(folder.root, 'manifests/olm.yaml'), olm);
});
afterAll(async () => {
  await plane?.stop();
  await folder?.clean();
});

const install = (timeoutMs: number) =>
  installOlm(surroundings(folder.root), {
    kubeconfig: path.join(folder.root, 'kubeconfig'),
    version: '0.38.0',
    from: 'manifests',
    timeoutMs,
    troubleMs: 100,
  });

// Nothing runs in this control plane: each part of OLM becomes ready when the test says so.
test('each part that does not come is named, and the next run goes on from there', async () => {
  const { client } = plane;
  const first = await caught(install(2500));
  expect([first.code, first.message]).toEqual([
    'rollout-timeout',
    expect.stringContaining('the rollout of Deployment olm/olm-operator failed'),
  ]);
  const key = { namespace: 'olm', name: 'olm-operator' };
  const { metadata } = await client.get(Deployment, key);
  const counts = { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
  const ready = { ...counts, observedGeneration: metadata.generation };
  await client.status.patch({ kind: Deployment, ...key }, { type: 'merge', body: { status: ready } });

  const second = await caught(install(2500));
  expect([second.code, second.message]).toEqual([
    'olm-failed',
    'ClusterServiceVersion packageserver was not ready within 2.5 s: new',
  ]);
  const csv = { kind: ClusterServiceVersionKind, namespace: 'olm', name: 'packageserver' };
  await client.patch(csv, { type: 'merge', body: { status: { phase: 'Succeeded' } } });

  const { objects } = await install(10_000);
  expect(new Set(objects.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
  expect(objects).toHaveLength(10);
});
