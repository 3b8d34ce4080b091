/** The real garbage collector learns of a new kind up to half a minute later, and of a deleted kind never again. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Cluster, openCluster } from '../../../../src/commands/cluster/cluster.js';
import { waitUntilEstablished } from '../../../../src/commands/cluster/apply/established.js';
import { deleteObjects } from '../../../../src/commands/cluster/apply/delete-objects.js';
import { deleteData } from '../../../../src/commands/cluster/definitions/confirmed-deletion.js';
import { usageOf } from '../../../../src/commands/cluster/definitions/custom-resources.js';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { configMap, widget, widgetCrd } from '../embedded-cluster.js';
import { surroundings, temporaryFolder, writeKubeconfig } from '../project-fixture.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 });

let plane: ControlPlane;
let cluster: Cluster;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  const components = ['kube-controller-manager'] as const;
  await ensureBinaries(['etcd', 'kube-apiserver', ...components]);
  plane = await startControlPlane({ kind: 'envtest', components });
  folder = await temporaryFolder();
  cluster = await openCluster({ kubeconfig: await writeKubeconfig(plane, folder.folder), env: {} });
});
afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]();
  await plane?.stop();
  await folder?.[Symbol.asyncDispose]();
});

/** An object, and a ConfigMap that belongs to it. */
async function family(owner: KubeObject): Promise<void> {
  const { client } = cluster;
  const { apiVersion, kind, metadata } = await client.create(owner);
  const child = configMap('child', 'default');
  const ownerReferences = [{ apiVersion, kind, name: metadata.name ?? '', uid: metadata.uid ?? '' }];
  await client.create({ ...child, metadata: { ...child.metadata, ownerReferences } });
}

const findChild = () => cluster.client.find(ConfigMap, { namespace: 'default', name: 'child' });

test('a kind that is as old as its objects leaves nothing behind when it goes', async () => {
  const { client } = cluster;
  const known = configMap('owner', 'default');
  await family(known);
  await client.delete(known);
  await eventually(async () => expect(await findChild()).toBeUndefined(), { timeoutMs: 60_000 });
  // The garbage collector runs, and does not know the kind that comes now.
  await client.create(widgetCrd());
  await waitUntilEstablished(client, ['widgets.example.com'], { timeoutMs: 60_000 });
  await family(widget('owner'));
  const usages = await usageOf(client, ['widgets.example.com']);

  await deleteData(cluster, usages, surroundings('/'), 180_000);
  await deleteObjects(cluster, [widgetCrd()], { action: 'delete the CRDs', timeoutMs: 60_000 });

  expect(await findChild()).toBeUndefined();
});
