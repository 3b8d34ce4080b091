import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { install } from '../../../../src/commands/cluster/definitions/install.js';
import { managerArguments, managerEnvironment } from '../../../../src/commands/cluster/run/manager-process.js';
import { offWarnings, run, type RunOptions } from '../../../../src/commands/cluster/run/run.js';
import { uninstall } from '../../../../src/commands/cluster/definitions/uninstall.js';
import { ValidatingWebhookConfiguration } from '../../../../src/k8s/admissionregistration/v1/index.js';
import { ClusterRole } from '../../../../src/k8s/rbac/v1/index.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import {
  addValidator,
  caught,
  linkPackages,
  scaffoldProject,
  surroundings,
  writeKubeconfig,
} from '../project-fixture.js';

const Guestbook = dynamicKind<KubeObject & { status?: object }>({
  group: 'webapp.my.domain',
  version: 'v1',
  kind: 'Guestbook',
});
const configuration = { name: 'guestbook-validating-webhook-configuration' };

// Each test builds the project and starts its operator.
vi.setConfig({ testTimeout: 180_000 });

let plane: ControlPlane;
let project: Awaited<ReturnType<typeof scaffoldProject>>;
let kubectl: string;
let kubeconfig: string;

beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [plane, project] = await Promise.all([startControlPlane({ kind: 'envtest' }), scaffoldProject()]);
  await addValidator(project.root);
  await linkPackages(project.root);
  kubeconfig = await writeKubeconfig(plane, project.root);
});

afterAll(async () => {
  await plane?.stop();
  await project?.[Symbol.asyncDispose]();
});

/** Starts the command; `stop` sends what Ctrl-C sends. */
function start(options: Partial<RunOptions> = {}) {
  const stopping = new AbortController();
  const lines: string[] = [];
  const around = { ...surroundings(project.root, { KUBECTL: kubectl }), signal: stopping.signal };
  const ended = run(around, { kubeconfig, args: [], onLine: (line) => void lines.push(line), ...options });
  ended.catch(() => undefined);
  onTestFinished(async () => {
    stopping.abort();
    await ended.catch(() => undefined);
  });
  const stop = (): Promise<{ exitCode: number }> => {
    stopping.abort();
    return ended;
  };
  return { around, lines, ended, stop };
}

const sample = (name: string): KubeObject & { spec: object } => ({
  spec: {},
  apiVersion: 'webapp.my.domain/v1',
  kind: 'Guestbook',
  metadata: { name, namespace: 'default' },
});

test('CRDs that are missing are named before anything is built', async () => {
  const { ended, around } = start();

  expect(await caught(ended)).toMatchObject({ code: 'crd-missing', fix: expect.stringContaining('--install') });
  expect(around.steps).toEqual([]);
});

test('the operator works on the cluster, without webhooks, and ends with 0 when asked to', async () => {
  const { around, stop } = start({ install: true });
  const created = await eventually(() => plane.client.create(sample('bad')), { timeoutMs: 60_000 });
  await eventually(
    async () => {
      expect((await plane.client.get(Guestbook, { namespace: 'default', name: 'bad' })).status).toBeDefined();
    },
    { timeoutMs: 60_000 },
  );

  const { exitCode } = await stop();

  await plane.client.delete(created);
  expect(exitCode).toBe(0);
  expect(around.warnings.join()).toContain('--webhooks');
});

test('the operator has the rights of config/rbac alone: a refused call shows the missing marker', async () => {
  const file = path.join(project.root, 'config/rbac/role.yaml');
  const role = await readFile(file, 'utf8');
  const without = role.replaceAll('guestbooks/status', 'guestbooks/scale');
  expect(without).not.toBe(role);
  await writeFile(file, without);
  onTestFinished(() => writeFile(file, role));
  const created = await plane.client.create(sample('strict'));
  const { around, lines, stop } = start({ install: true });
  await eventually(
    () =>
      expect(lines.join('\n')).toContain(
        '+kubebuilder:rbac:groups=webapp.my.domain,resources=guestbooks/status,verbs=',
      ),
    { timeoutMs: 60_000 },
  );
  const labels = 'app.kubernetes.io/managed-by=kbts-run';
  const during = (await plane.client.list(ClusterRole, { labels })).items;

  await stop();

  expect((await plane.client.get(Guestbook, { namespace: 'default', name: 'strict' })).status).toBeUndefined();
  expect(during.length).toBeGreaterThan(0);
  expect((await plane.client.list(ClusterRole, { labels })).items).toEqual([]);
  expect(around.steps.join()).toContain('rights of config/rbac');
  await plane.client.delete(created);
});

test('with --own-rights the operator may do what the user may', async () => {
  const file = path.join(project.root, 'config/rbac/role.yaml');
  const role = await readFile(file, 'utf8');
  await writeFile(file, role.replaceAll('guestbooks/status', 'guestbooks/scale'));
  onTestFinished(() => writeFile(file, role));
  const created = await plane.client.create(sample('free'));
  const { stop } = start({ install: true, ownRights: true });
  await eventually(
    async () => {
      expect((await plane.client.get(Guestbook, { namespace: 'default', name: 'free' })).status).toBeDefined();
    },
    { timeoutMs: 60_000 },
  );

  await stop();

  await plane.client.delete(created);
});

test('the cluster calls webhooks on this machine while it runs, and is as before afterwards', async () => {
  await install(surroundings(project.root, { KUBECTL: kubectl }), { kubeconfig, timeoutMs: 20_000 });
  const service = {
    name: 'guestbook-webhook-service',
    namespace: 'guestbook-system',
    path: '/validate-webapp-my-domain-v1-guestbook',
  };
  const rules = [
    {
      apiGroups: ['webapp.my.domain'],
      apiVersions: ['v1'],
      operations: ['CREATE' as const],
      resources: ['guestbooks'],
    },
  ];
  const common = { sideEffects: 'None' as const, admissionReviewVersions: ['v1'], failurePolicy: 'Ignore' as const };
  const before = await plane.client.apply(
    new ValidatingWebhookConfiguration({
      metadata: configuration,
      webhooks: [{ name: 'vguestbook-v1.webapp.my.domain', clientConfig: { service }, rules, ...common }],
    }),
    { fieldManager: 'kbts' },
  );
  const { stop, lines } = start({ webhooks: true });
  const refusal = await eventually(
    async () => {
      const created = await plane.client.create(sample('bad'), { dryRun: true }).catch((error: Error) => error.message);
      expect(created).toContain('this name is bad');
      return created;
    },
    { timeoutMs: 60_000 },
  );

  const { exitCode } = await stop();

  const after = await plane.client.get(ValidatingWebhookConfiguration, configuration);
  expect(refusal).toContain('denied the request');
  expect(exitCode, lines.join('\n')).toBe(0);
  expect(after.webhooks).toEqual(before.webhooks);
  expect(after.metadata.managedFields).toEqual(before.metadata.managedFields);
  await plane.client.delete({ kind: ValidatingWebhookConfiguration, ...configuration });
});

test('webhook configurations that were not there are gone afterwards', async () => {
  await install(surroundings(project.root, { KUBECTL: kubectl }), { kubeconfig, timeoutMs: 20_000 });
  const { stop } = start({ webhooks: true });
  await eventually(
    async () => {
      const { webhooks } = await plane.client.get(ValidatingWebhookConfiguration, configuration);
      expect(webhooks?.[0]?.clientConfig.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\//);
    },
    { timeoutMs: 60_000 },
  );

  await stop();

  expect(await plane.client.find(ValidatingWebhookConfiguration, configuration)).toBeUndefined();
});

test('the exit code of the operator is returned', async () => {
  await install(surroundings(project.root, { KUBECTL: kubectl }), { kubeconfig, timeoutMs: 20_000 });

  const { ended, lines } = start({ args: ['--no-such-flag'] });

  expect(await ended).toEqual({ exitCode: 2 });
  expect(lines.join('\n')).toContain('no-such-flag');
  await uninstall(surroundings(project.root, { KUBECTL: kubectl }), {
    kubeconfig,
    timeoutMs: 20_000,
    confirm: () => Promise.resolve(true),
  });
});

test('probes listen only when asked to', () => {
  expect(managerArguments(['--leader-elect'])).toEqual(['--health-probe-bind-address=0', '--leader-elect']);
  expect(managerArguments(['--health-probe-bind-address=:8081'])).toEqual(['--health-probe-bind-address=:8081']);
});

test('a namespaced manager watches the namespace of the flag, of WATCH_NAMESPACE, or of the context', () => {
  const project = { namespaced: true } as Parameters<typeof managerEnvironment>[0];
  const cluster = { namespace: 'context' };
  const watched = (options: { namespace?: string; env?: Record<string, string> }): string | undefined =>
    managerEnvironment(project, { env: {}, cluster, ...options })['WATCH_NAMESPACE'];

  expect(watched({ namespace: 'flag', env: { WATCH_NAMESPACE: 'variable' } })).toBe('flag');
  expect(watched({ env: { WATCH_NAMESPACE: 'variable' } })).toBe('variable');
  expect(watched({})).toBe('context');
  expect(managerEnvironment({ ...project, namespaced: false }, { cluster, env: {} })).toEqual({
    POD_NAMESPACE: 'context',
  });
});

test('without webhooks it says so, and which kinds cannot be converted', () => {
  const plain = { group: 'webapp', domain: 'my.domain', version: 'v1', kind: 'Guestbook', plural: 'guestbooks' };
  const resource = { ...plain, webhooks: { webhookVersion: 'v1', conversion: true } } as const;

  expect(offWarnings({ resources: [plain] })).toEqual([]);
  expect(offWarnings({ resources: [resource] })).toEqual([
    expect.stringContaining('cannot convert Guestbook between versions'),
  ]);
});
