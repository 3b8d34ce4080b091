/** `deploy --diff` and `--prune`, judged by the real API server. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deploy, type DeployOptions } from '../../../../src/commands/cluster/deploy/deploy.js';
import { install } from '../../../../src/commands/cluster/definitions/install.js';
import { undeploy } from '../../../../src/commands/cluster/deploy/undeploy.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import { ConfigMap, Service, ServiceAccount } from '../../../../src/k8s/core/v1/index.js';
import { ClusterRole } from '../../../../src/k8s/rbac/v1/index.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { scaffoldProject, surroundings, writeKubeconfig } from '../project-fixture.js';

vi.setConfig({ testTimeout: 60_000 });

let plane: ControlPlane;
let project: Awaited<ReturnType<typeof scaffoldProject>>;
let kubeconfig: string;
let kubectl: string;

beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [plane, project] = await Promise.all([startControlPlane({ kind: 'envtest' }), scaffoldProject()]);
  kubeconfig = await writeKubeconfig(plane, project.root);
});

afterAll(async () => {
  await plane?.stop();
  await project?.[Symbol.asyncDispose]();
});

const namespace = 'guestbook-system';
const around = (): ReturnType<typeof surroundings> => surroundings(project.root, { KUBECTL: kubectl });
const options = (more: Partial<DeployOptions> = {}): DeployOptions => ({
  kubeconfig,
  image: 'example.com/guestbook:v1',
  timeoutMs: 20_000,
  wait: false,
  ...more,
});
const viewer = 'guestbook-guestbook-viewer-role';

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const place = path.join(project.root, file);
  const before = await readFile(place, 'utf8');
  expect(change(before)).not.toBe(before);
  await writeFile(place, change(before));
}

test('a diff shows what the server would make of it, and changes nothing', async () => {
  const fresh = await deploy(around(), options({ diff: true }));
  const nothing = await plane.client.find(CustomResourceDefinition, { name: 'guestbooks.webapp.my.domain' });
  await deploy(around(), options());

  const same = await deploy(around(), options({ diff: true }));
  const other = await deploy(around(), options({ diff: true, image: 'example.com/guestbook:v2' }));

  expect(fresh.dryRun).toBe(true);
  expect(fresh.objects.every(({ texts }) => texts?.before === undefined && texts?.after !== undefined)).toBe(true);
  expect(nothing).toBeUndefined();
  expect(same.objects.every(({ texts }) => texts?.before === texts?.after)).toBe(true);
  const changed = other.objects.filter(({ texts }) => texts?.before !== texts?.after);
  expect(changed.map(({ kind }) => kind)).toEqual(['Deployment']);
  expect(changed[0]?.texts?.before).toContain('image: example.com/guestbook:v1');
  expect(changed[0]?.texts?.after).toContain('image: example.com/guestbook:v2');
  // A default of the server: the file does not have it.
  expect(changed[0]?.texts?.after).toContain('terminationMessagePath');
  const deployment = await plane.client.get(Deployment, { namespace, name: 'guestbook-controller-manager' });
  expect(deployment.spec?.template.spec?.containers[0]?.image).toBe('example.com/guestbook:v1');
});

test('install shows its diff, too, and does not fight with deploy over labels', async () => {
  const { objects, dryRun } = await install(around(), { kubeconfig, timeoutMs: 20_000, diff: true });

  expect(dryRun).toBe(true);
  expect(objects[0]?.outcome).toBe('unchanged');
  expect(objects[0]?.texts?.before).toBe(objects[0]?.texts?.after);
});

test('prune deletes what an earlier deploy made, and nothing else', async () => {
  await edit('config/rbac/kustomization.yaml', (text) => text.replace(/^- guestbook_viewer_role\.yaml\n/m, ''));
  const foreign = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace } };
  await plane.client.create(foreign as never);
  const before = around();

  const warned = await deploy(before, options());
  const dry = await deploy(around(), options({ prune: true, dryRun: true }));
  const afterDry = await plane.client.find(ClusterRole, { name: viewer });
  const { pruned } = await deploy(around(), options({ prune: true }));
  const again = await deploy(around(), options({ prune: true }));

  const roles = [{ kind: 'ClusterRole', name: viewer, outcome: 'deleted' }];
  expect(warned.pruned).toEqual([]);
  expect(before.warnings.join()).toContain(`ClusterRole ${viewer}`);
  expect(dry.pruned).toMatchObject(roles);
  expect(afterDry).toBeDefined();
  expect(pruned).toMatchObject(roles);
  expect(await plane.client.find(ClusterRole, { name: viewer })).toBeUndefined();
  expect(again.pruned).toEqual([]);
  expect(await plane.client.find(ConfigMap, { name: 'theirs', namespace })).toBeDefined();
  expect(await plane.client.find(ServiceAccount, { name: 'guestbook-controller-manager', namespace })).toBeDefined();
});

test('what somebody else has taken over is kept; undeploy deletes what is still ours, and the list', async () => {
  await edit('config/default/kustomization.yaml', (text) => text.replace(/^- ..\/components\/metrics\n/m, ''));
  await plane.client.patch(
    { kind: Service, namespace, name: 'guestbook-controller-manager-metrics-service' },
    { type: 'merge', body: { metadata: { labels: { 'kbts.dev/deployment': 'of-somebody-else' } } } },
  );

  const { pruned } = await deploy(around(), options({ prune: true }));
  await undeploy(around(), { ...options(), confirm: () => Promise.resolve(false) });

  expect(pruned).toMatchObject([{ kind: 'Service', outcome: 'kept' }]);
  const { items } = await plane.client.list(ConfigMap, { namespace });
  expect(items.map(({ metadata }) => metadata.name)).not.toContain('guestbook-kbts-inventory');
  expect(
    await plane.client.find(Service, { namespace, name: 'guestbook-controller-manager-metrics-service' }),
  ).toBeDefined();
});
