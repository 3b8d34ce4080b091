import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deploy } from '../../../../src/commands/cluster/deploy/deploy.js';
import { undeploy } from '../../../../src/commands/cluster/deploy/undeploy.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import { ClusterRoleBinding } from '../../../../src/k8s/rbac/v1/index.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { configMap, embeddedCluster, type EmbeddedCluster } from '../embedded-cluster.js';
import { addValidator, caught, scaffoldProject, surroundings, writeKubeconfig } from '../project-fixture.js';

let embedded: EmbeddedCluster;
let project: Awaited<ReturnType<typeof scaffoldProject>>;
let kubeconfig: string;
let kubectl: string;

beforeAll(async () => {
  await ensureBinaries(['kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [embedded, project] = await Promise.all([embeddedCluster(), scaffoldProject()]);
  kubeconfig = await writeKubeconfig(embedded.plane, project.root);
});

afterAll(async () => {
  await embedded?.[Symbol.asyncDispose]();
  await project?.[Symbol.asyncDispose]();
});

const secret = (name: string, namespace: string) => ({ ...configMap(name, namespace), kind: 'Secret' });
const confirm = (): Promise<boolean> => Promise.resolve(false);
const around = (): ReturnType<typeof surroundings> => surroundings(project.root, { KUBECTL: kubectl });
const options = (namespace: string) => ({ kubeconfig, namespace, image: 'a:b', timeoutMs: 20_000, confirm });

test('a namespace with something of somebody else stays', async () => {
  await deploy(around(), { ...options('team'), wait: false });
  await embedded.cluster.client.create(configMap('notes', 'team'));

  const { objects } = await undeploy(around(), options('team'));

  expect(objects.find(({ kind }) => kind === 'Namespace')).toMatchObject({
    outcome: 'kept',
    reason: expect.stringContaining('ConfigMap (notes)'),
  });
});

test.for(['default', 'kube-system'])('the namespace %s is never deleted', async (namespace) => {
  await deploy(around(), { ...options(namespace), wait: false });

  const { objects } = await undeploy(around(), options(namespace));

  expect(objects.find(({ kind }) => kind === 'Namespace')).toMatchObject({
    outcome: 'kept',
    reason: 'it is not ours',
  });
});

test('a second deployment takes nothing from the first, and undeploy keeps what belongs to the other', async () => {
  const { client } = embedded.cluster;
  const binding = { name: 'guestbook-manager-rolebinding' };
  const holder = async () => (await client.get(ClusterRoleBinding, binding)).subjects?.[0]?.namespace;
  await deploy(around(), { ...options('first'), wait: false });

  const refused = await caught(deploy(around(), { ...options('second'), wait: false }));
  const before = await holder();
  await deploy(around(), { ...options('second'), wait: false, forceConflicts: true });
  // Nothing here finishes the deletion of namespaces: something in them keeps both.
  for (const namespace of ['first', 'second']) await client.create(configMap('notes', namespace));
  const { objects } = await undeploy(around(), options('first'));

  expect(refused).toMatchObject({ code: 'apply-conflict', message: expect.stringContaining('in namespace first') });
  expect(before).toBe('first');
  expect(objects.find(({ kind }) => kind === 'Deployment')?.outcome).toBe('deleted');
  expect(objects.find(({ name }) => name === binding.name)).toMatchObject({
    outcome: 'kept',
    reason: expect.stringContaining('second.guestbook'),
  });
  expect(await holder()).toBe('second');
  await undeploy(around(), options('second'));
  expect(await client.find(ClusterRoleBinding, binding)).toBeUndefined();
});

test('a dry run says what would go, and nothing goes', async () => {
  await deploy(around(), { ...options('dry'), wait: false });

  const { objects, dryRun } = await undeploy(around(), { ...options('dry'), deleteCrds: true, dryRun: true });

  expect(dryRun).toBe(true);
  expect(objects.find(({ kind }) => kind === 'CustomResourceDefinition')?.outcome).toBe('deleted');
  expect(
    await embedded.cluster.client.find(CustomResourceDefinition, { name: 'guestbooks.webapp.my.domain' }),
  ).toBeDefined();
  expect(
    await embedded.cluster.client.find(Deployment, { namespace: 'dry', name: 'guestbook-controller-manager' }),
  ).toBeDefined();
});

test('the Secret of our webhook keeps no namespace, one of somebody else does', async () => {
  const { client } = embedded.cluster;
  await using hooked = await scaffoldProject();
  await addValidator(hooked.root);
  const hookedAround = surroundings(hooked.root, { KUBECTL: kubectl });
  const dryRun = { ...options('hooked'), kubeconfig: await writeKubeconfig(embedded.plane, hooked.root), dryRun: true };
  const fate = async () =>
    (await undeploy(hookedAround, dryRun)).objects.find(({ kind }) => kind === 'Namespace')?.outcome;
  await deploy(hookedAround, { ...dryRun, dryRun: false, wait: false, forceConflicts: true });

  await client.create(secret('webhook-server-cert', 'hooked'));
  expect(await fate()).toBe('deleted');
  await client.create(secret('of-somebody-else', 'hooked'));
  expect(await fate()).toBe('kept');
});

test('what was never deployed is absent', async () => {
  const { objects } = await undeploy(around(), options('never'));

  expect(objects.find(({ kind }) => kind === 'Deployment')?.outcome).toBe('absent');
});
