/** A project with two versions, whose conversion webhook is gone: no command may wait for it, or leave it so. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deploy } from '../../../../src/commands/cluster/deploy/deploy.js';
import { install } from '../../../../src/commands/cluster/definitions/install.js';
import { run } from '../../../../src/commands/cluster/run/run.js';
import { undeploy } from '../../../../src/commands/cluster/deploy/undeploy.js';
import { uninstall } from '../../../../src/commands/cluster/definitions/uninstall.js';
import { createApi } from '../../../../src/commands/api/create-api.js';
import { createWebhook } from '../../../../src/commands/webhook/create-webhook.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { Service } from '../../../../src/k8s/core/v1/index.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import { applyChanges } from '../../../../src/scaffold/apply.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { linkPackages, scaffoldProject, surroundings, writeKubeconfig } from '../project-fixture.js';

vi.setConfig({ testTimeout: 180_000 });

const crdName = { name: 'guestbooks.webapp.my.domain' };
const namespace = 'guestbook-system';
const confirm = (): Promise<boolean> => Promise.resolve(true);

let plane: ControlPlane;
let project: Awaited<ReturnType<typeof scaffoldProject>>;
let kubeconfig: string;
let kubectl: string;

beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [plane, project] = await Promise.all([startControlPlane({ kind: 'envtest' }), scaffoldProject()]);
  const root = project.root;
  const identity = { root, cwd: root, group: 'webapp', kind: 'Guestbook' };
  const api = await createApi({ ...identity, version: 'v2', resource: true, controller: false });
  await applyChanges(root, api.changes);
  const webhook = await createWebhook({ ...identity, version: 'v1', conversion: true, spoke: ['v2'] });
  await applyChanges(root, webhook.changes);
  await linkPackages(root);
  kubeconfig = await writeKubeconfig(plane, root);
});

afterAll(async () => {
  await plane?.stop();
  await project?.[Symbol.asyncDispose]();
});

const around = (): ReturnType<typeof surroundings> => surroundings(project.root, { KUBECTL: kubectl });

async function createStored(name: string, where: string): Promise<void> {
  const guestbook = {
    apiVersion: 'webapp.my.domain/v1',
    kind: 'Guestbook',
    metadata: { name, namespace: where },
    spec: {},
  };
  await eventually(() => plane.client.create(guestbook as never), { timeoutMs: 60_000 });
}

test('install warns of a conversion that nobody answers, and says which version still works', async () => {
  const surrounding = around();

  await install(surrounding, { kubeconfig, timeoutMs: 20_000 });

  expect(surrounding.warnings.join('\n')).toContain('guestbook-system/guestbook-webhook-service, which does not exist');
  expect(surrounding.warnings.join('\n')).toContain('only v1 can be read and written');
});

test('a dry run of uninstall counts what would die, without the webhook', async () => {
  await createStored('a', 'default');
  await createStored('b', 'default');

  const { objects } = await uninstall(around(), { kubeconfig, timeoutMs: 20_000, dryRun: true, confirm });

  expect(objects).toMatchObject([{ outcome: 'deleted', reason: 'with 2 guestbooks' }]);
  expect(await plane.client.find(CustomResourceDefinition, crdName)).toBeDefined();
});

test('undeploy ends in time when the webhook is gone, and keeps what it found in the namespace', async () => {
  await deploy(around(), { kubeconfig, namespace, image: 'a:b', timeoutMs: 20_000, wait: false });
  await createStored('mine', namespace);
  await plane.client.delete({ kind: Service, namespace, name: 'guestbook-webhook-service' });
  const surrounding = around();
  const options = { kubeconfig, namespace, timeoutMs: 60_000, confirm };

  const dry = await undeploy(around(), { ...options, dryRun: true });
  const { objects } = await undeploy(surrounding, options);

  const kept = { outcome: 'kept', reason: 'it still contains 1 Guestbook (mine)' };
  expect(dry.objects.find(({ kind }) => kind === 'Namespace')).toMatchObject(kept);
  expect(objects.find(({ kind }) => kind === 'Namespace')).toMatchObject(kept);
  expect(objects.find(({ kind }) => kind === 'CustomResourceDefinition')?.reason).toContain('only v1 can be read');
  expect(surrounding.steps).toContain('look into namespace guestbook-system');
  expect(surrounding.details).toContain('Guestbook');
  const { spec } = await plane.client.get(CustomResourceDefinition, crdName);
  expect(spec.conversion?.strategy).toBe('None');
  expect(surrounding.warnings.join()).toContain('serves v1 alone');
});

test('when no stored version is served, the conversion is named as the cause, in the time that was given', async () => {
  await install(around(), { kubeconfig, timeoutMs: 20_000 });
  const patch = [{ op: 'replace', path: '/spec/versions/0/served', value: false }] as const;
  await plane.client.patch({ kind: CustomResourceDefinition, ...crdName }, { type: 'json', operations: patch });
  const v1 = dynamicKind({ group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' });
  await eventually(() => expect(plane.client.list(v1)).rejects.toThrow(), { timeoutMs: 60_000 });

  const { objects } = await undeploy(around(), { kubeconfig, namespace, timeoutMs: 60_000, confirm });
  const counted = uninstall(around(), { kubeconfig, timeoutMs: 4000, dryRun: true, confirm });

  expect(objects.find(({ kind }) => kind === 'Namespace')?.reason).toContain(
    'guestbooks.webapp.my.domain is converted by Service guestbook-system/guestbook-webhook-service, which does not exist',
  );
  await expect(counted).rejects.toMatchObject({
    code: 'webhook-unreachable',
    message: expect.stringContaining('converted by Service guestbook-system/guestbook-webhook-service'),
  });
});

test('run --install --webhooks that ends leaves no conversion that points nowhere', async () => {
  await install(around(), { kubeconfig, timeoutMs: 20_000, forceConflicts: true });
  const stopping = new AbortController();
  const surrounding = { ...around(), signal: stopping.signal };
  const ended = run(surrounding, {
    kubeconfig,
    install: true,
    webhooks: true,
    args: [],
    onLine: () => undefined,
  });
  await eventually(
    async () => {
      const { spec } = await plane.client.get(CustomResourceDefinition, crdName);
      expect(spec.conversion?.webhook?.clientConfig?.url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    },
    { timeoutMs: 90_000 },
  );

  stopping.abort();
  await ended;

  const { spec } = await plane.client.get(CustomResourceDefinition, crdName);
  expect(spec.conversion?.strategy).toBe('None');
  expect(spec.versions.map(({ name, served }) => [name, served])).toEqual([
    ['v1', true],
    ['v2', false],
  ]);
  expect(surrounding.warnings.join()).toContain('serves v1 alone');
  const { objects } = await uninstall(around(), { kubeconfig, timeoutMs: 20_000, confirm });
  expect(objects).toMatchObject([{ outcome: 'deleted', reason: expect.stringContaining('guestbooks') }]);
});
