import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openCluster } from '../../../../src/commands/cluster/cluster.js';
import { openRole } from '../../../../src/commands/cluster/operator-role/open-role.js';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import { ClusterRole, ClusterRoleBinding } from '../../../../src/k8s/rbac/v1/index.js';
import { createTransport } from '../../../../src/runtime/client/connection/http-transport.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { loadClusterConfig } from '../../../../src/runtime/client/config/kube-config.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import type { ClusterConfig } from '../../../../src/runtime/client/config/cluster-config.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { kubeconfigText } from '../../../../src/testing/kubeconfig-text.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { scaffoldProject, surroundings } from '../project-fixture.js';

vi.setConfig({ testTimeout: 60_000 });

/** A project, a plane, and the cluster as a user sees it. */
async function prepare(configOf: (plane: ControlPlane) => ClusterConfig | Promise<ClusterConfig>) {
  const project = await scaffoldProject();
  const { root } = project;
  const plane = await startControlPlane({ kind: 'embedded' });
  const kubeconfig = path.join(root, 'user.kubeconfig');
  await writeFile(kubeconfig, kubeconfigText(await configOf(plane)), { mode: 0o600 });
  const cluster = await openCluster({ kubeconfig, env: {} });
  const around = surroundings(root);
  const role = await openRole(cluster, {
    root,
    projectName: 'guestbook',
    home: 'default',
    watched: 'default',
    flags: { kubeconfig },
    env: {},
    signal: around.signal,
    progress: around.progress,
  });
  const end = async (): Promise<void> => {
    await role?.[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
    await plane.stop();
    await project[Symbol.asyncDispose]();
  };
  onTestFinished(end);
  return { plane, around, role };
}

const labels = 'app.kubernetes.io/managed-by=kbts-run';
const made = async (client: Client): Promise<number> => (await client.list(ClusterRole, { labels })).items.length;

test('the operator may do what its roles say, and nothing else; then they are gone', async () => {
  const { plane, role, around } = await prepare(({ config }) => config);
  const config = await loadClusterConfig({ env: { KUBECONFIG: role?.kubeconfig } });
  await using transport = createTransport(config);
  const operator = createClient({ transport });

  const refused = await operator
    .create(new ConfigMap({ metadata: { name: 'a', namespace: 'default' } }))
    .catch((error: Error) => error.message);
  const during = await made(plane.client);
  await role?.[Symbol.asyncDispose]();

  expect(around.warnings).toEqual([]);
  expect(refused).toContain('// +kubebuilder:rbac:groups="",resources=configmaps,verbs=create');
  expect(during).toBeGreaterThan(0);
  expect(await made(plane.client)).toBe(0);
  expect((await plane.client.list(ClusterRoleBinding, { labels })).items).toEqual([]);
});

test('who may not impersonate is told so, and nothing is written', async () => {
  const { plane, role, around } = await prepare((started) => started.addUser({ name: 'jane', groups: [] }));

  expect(role).toBeUndefined();
  expect(around.warnings.join()).toContain('you may not impersonate ServiceAccounts of the namespace default');
  expect(around.warnings.join()).toContain('--own-rights');
  expect(await made(plane.client)).toBe(0);
});
