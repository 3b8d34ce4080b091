import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deploy, type DeployOptions } from '../../../../src/commands/cluster/deploy/deploy.js';
import { undeploy } from '../../../../src/commands/cluster/deploy/undeploy.js';
import { CoreEvent } from '../../../../src/commands/cluster/rollout/core-event.js';
import { ValidatingWebhookConfiguration } from '../../../../src/k8s/admissionregistration/v1/index.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import { Lease } from '../../../../src/k8s/coordination/v1/index.js';
import { ConfigMap, Namespace, Pod } from '../../../../src/k8s/core/v1/index.js';
import { ignoreNotFound } from '../../../../src/runtime/client/requests/api-error.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import type { DeepReadonly } from '../../../../src/runtime/object/readonly.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { kubeconfigText } from '../../../../src/testing/kubeconfig-text.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { caught, scaffoldProject, surroundings, temporaryFolder, writeKubeconfig } from '../project-fixture.js';

// More than the commands have, so that a slow one says why.
vi.setConfig({ testTimeout: 180_000 });

const execute = promisify(execFile);
const Guestbook = dynamicKind({ group: 'webapp.my.domain', version: 'v1', kind: 'Guestbook' });
const image = 'example.com/guestbook:v1';

let plane: ControlPlane;
let project: Awaited<ReturnType<typeof scaffoldProject>>;
let kubeconfig: string;
let kubectl: string;

beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok', 'kubectl']);
  kubectl = path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  [plane, project] = await Promise.all([
    startControlPlane({ kind: 'envtest', components: ['kube-controller-manager', 'kube-scheduler', 'kwok'] }),
    scaffoldProject(),
  ]);
  kubeconfig = await writeKubeconfig(plane, project.root);
});

afterAll(async () => {
  await plane?.stop();
  await project?.[Symbol.asyncDispose]();
});

afterEach(async () => {
  // Deployments that are listed nowhere do not keep the next test from deploying elsewhere.
  const { items } = await plane.client.list(ConfigMap);
  for (const { metadata } of items)
    if (metadata.name === 'guestbook-kbts-inventory')
      await plane.client.delete({ kind: ConfigMap, name: metadata.name, namespace: metadata.namespace });
});

const around = (root = project.root): ReturnType<typeof surroundings> => surroundings(root, { KUBECTL: kubectl });
const options = (namespace: string, more: Partial<DeployOptions> = {}): DeployOptions => ({
  kubeconfig,
  image,
  namespace,
  timeoutMs: 60_000,
  troubleMs: 500,
  ...more,
});
const outcomes = (objects: readonly { outcome: string }[]): string[] => [...new Set(objects.map((one) => one.outcome))];
const deploymentIn = (namespace: string) => ({ namespace, name: 'guestbook-controller-manager' });
const patient = { timeoutMs: 60_000 };

/** The pod of a Deployment, as soon as there is one. */
async function podIn(namespace: string): Promise<DeepReadonly<Pod>> {
  return eventually(async () => {
    const { items } = await plane.client.list(Pod, { namespace });
    return items[0] ?? Promise.reject(new Error('no pod yet'));
  }, patient);
}

/** Without kwok, nobody but the test says what becomes of pods. */
async function withoutKwok(work: () => Promise<void>): Promise<void> {
  await plane.processes?.stop('kwok');
  try {
    await work();
  } finally {
    // The next one would wait until the lease of this one has run out.
    await ignoreNotFound(plane.client.delete({ kind: Lease, namespace: 'kube-node-lease', name: 'kwok-node' }));
    await plane.processes?.start('kwok');
  }
}

/** A copy of the project whose manager.yaml is changed. */
async function projectWith(folder: string, from: string, to: string): Promise<string> {
  const root = path.join(folder, 'project');
  await cp(project.root, root, { recursive: true });
  const file = path.join(root, 'config/manager/manager.yaml');
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
  return root;
}

test('a fresh project becomes available under restricted Pod Security; a second deploy changes nothing', async () => {
  const first = await deploy(around(), options('fresh'));
  const second = await deploy(around(), options('fresh'));

  const namespace = await plane.client.get(Namespace, { name: 'fresh' });
  const deployment = await plane.client.get(Deployment, deploymentIn('fresh'));
  expect(first.rollouts).toEqual([{ ...deploymentIn('fresh'), replicas: 1, available: 1 }]);
  expect(first.objects.map(({ kind }) => kind).slice(0, 2)).toEqual(['Namespace', 'CustomResourceDefinition']);
  expect(outcomes(second.objects)).toEqual(['unchanged']);
  expect(namespace.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  expect(deployment.metadata.generation).toBe(1);
  expect(deployment.spec?.template.spec?.containers[0]?.image).toBe(image);
  expect(deployment.metadata.managedFields).toContainEqual(
    expect.objectContaining({ manager: 'kbts', operation: 'Apply' }),
  );
});

test('it applies what kubectl would, and leaves the files as they are', async () => {
  const before = await readFile(path.join(project.root, 'config/manager/kustomization.yaml'), 'utf8');

  const { objects } = await deploy(around(), { kubeconfig, timeoutMs: 60_000 });

  const flags = { env: { ...process.env, KUBECONFIG: kubeconfig }, cwd: project.root };
  const { stdout: diff } = await execute(
    kubectl,
    ['diff', '--server-side', '--force-conflicts', '-k', 'config/default'],
    flags,
  );
  const { stdout: names } = await execute(kubectl, ['get', '-k', 'config/default', '-o', 'name'], flags);
  expect(diff).toBe('');
  expect(names.trim().split('\n')).toHaveLength(objects.length);
  expect(await readFile(path.join(project.root, 'config/manager/kustomization.yaml'), 'utf8')).toBe(before);
});

test('a dry run says what would change, and changes nothing', async () => {
  const { objects, rollouts } = await deploy(around(), options('dry', { dryRun: true }));

  expect(objects.find(({ kind }) => kind === 'Deployment')?.outcome).toBe('created');
  expect(rollouts).toEqual([]);
  expect(await plane.client.find(Namespace, { name: 'dry' })).toBeUndefined();
});

test('undeploy leaves CRDs and custom resources, and the namespace that holds them', async () => {
  await deploy(around(), options('data'));
  const sample = {
    apiVersion: 'webapp.my.domain/v1',
    kind: 'Guestbook',
    metadata: { name: 'mine', namespace: 'data' },
    spec: {},
  };
  await plane.client.create(sample);

  const { objects } = await undeploy(around(), { ...options('data'), confirm: () => Promise.resolve(false) });

  const kept = objects.filter(({ outcome }) => outcome === 'kept');
  expect(kept.map(({ kind }) => kind)).toEqual(['CustomResourceDefinition', 'Namespace']);
  expect(kept[1]?.reason).toContain('Guestbook (mine)');
  expect(await plane.client.find(Deployment, deploymentIn('data'))).toBeUndefined();
  expect(await plane.client.find(Guestbook, { namespace: 'data', name: 'mine' })).toBeDefined();
  await plane.client.delete({ kind: Guestbook, namespace: 'data', name: 'mine' });
});

test('undeploy deletes CRDs only when someone agrees; then custom resources go first, then the empty namespace', async () => {
  await deploy(around(), options('gone'));
  const sample = {
    apiVersion: 'webapp.my.domain/v1',
    kind: 'Guestbook',
    metadata: { name: 'a', namespace: 'gone' },
    spec: {},
  };
  await plane.client.create(sample);
  const asked: string[] = [];
  const remove = (answer: boolean) =>
    undeploy(around(), {
      ...options('gone'),
      deleteCrds: true,
      confirm: (question) => Promise.resolve(asked.push(question) > 0 && answer),
    });

  const refused = await caught(remove(false));
  const untouched = await plane.client.find(Deployment, deploymentIn('gone'));
  const { objects } = await remove(true);

  expect(refused).toMatchObject({ code: 'not-confirmed' });
  expect(asked[0]).toContain('1 Guestbook');
  expect(untouched).toBeDefined();
  expect(outcomes(objects)).toEqual(['deleted']);
  expect(await plane.client.find(CustomResourceDefinition, { name: 'guestbooks.webapp.my.domain' })).toBeUndefined();
  expect(await plane.client.find(Namespace, { name: 'gone' })).toBeUndefined();
});

test('an image that cannot be pulled is named, with the message of the kubelet', async () => {
  await withoutKwok(async () => {
    const failing = caught(deploy(around(), options('pull')));
    const pod = await podIn('pull');
    const waiting = { reason: 'ImagePullBackOff', message: 'manifest unknown' };
    const containerStatuses = [
      { name: 'manager', image, imageID: '', ready: false, restartCount: 0, state: { waiting } },
    ];
    await plane.client.status.patch(pod, { type: 'merge', body: { status: { phase: 'Pending', containerStatuses } } });

    const error = await failing;

    expect(error).toMatchObject({ code: 'image-missing', fix: expect.stringContaining('docker-push') });
    expect(error.message).toContain(`Pod ${pod.metadata.name}`);
    expect(error.message).toContain('manifest unknown');
  });
});

test('a manager that crashes is shown with its exit code', async () => {
  await withoutKwok(async () => {
    const failing = caught(deploy(around(), options('crash')));
    const pod = await podIn('crash');
    const state = { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 40s' } };
    const lastState = { terminated: { exitCode: 137, reason: 'OOMKilled' } };
    const containerStatuses = [
      { name: 'manager', image, imageID: '', ready: false, restartCount: 4, state, lastState },
    ];
    await plane.client.status.patch(pod, { type: 'merge', body: { status: { phase: 'Running', containerStatuses } } });

    const error = await failing;

    expect(error).toMatchObject({ code: 'manager-crashes', fix: expect.stringContaining('memory') });
    expect(error.message).toContain('ended with code 137');
  });
});

test('a rollout that never gets ready ends in time, with what the scheduler says', async () => {
  await using temporary = await temporaryFolder();
  const root = await projectWith(
    temporary.folder,
    '      serviceAccountName:',
    '      nodeSelector: { disk: none }\n      serviceAccountName:',
  );

  // What it quotes is there before its time begins.
  await deploy(around(root), options('stuck', { wait: false }));
  await eventually(async () => {
    const { items } = await plane.client.list(CoreEvent, { namespace: 'stuck' });
    expect(items.map(({ reason }) => reason)).toContain('FailedScheduling');
    const { status } = await podIn('stuck');
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'PodScheduled', status: 'False' }));
  }, patient);

  const error = await caught(deploy(around(root), options('stuck', { timeoutMs: 1000 })));

  expect(error).toMatchObject({ code: 'rollout-timeout', fix: expect.stringContaining('--timeout') });
  expect(error.message).toMatch(/not scheduled: .*node/);
  expect(error.message).toMatch(/event of Pod .*FailedScheduling/);
});

test('pods that violate Pod Security are named as such', async () => {
  await using temporary = await temporaryFolder();
  const root = await projectWith(temporary.folder, 'allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true');

  const error = await caught(deploy(around(root), options('unsafe')));

  expect(error).toMatchObject({ code: 'pod-security', fix: expect.stringContaining('securityContext') });
  expect(error.message).toContain('allowPrivilegeEscalation');
});

test('a webhook that keeps the manager from starting is named', async () => {
  const names = ['blocked', 'default'];
  const selector = {
    matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In' as const, values: names }],
  };
  const service = { namespace: 'blocked', name: 'guestbook-webhook-service', path: '/validate' };
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE' as const], resources: ['pods'] }];
  const configuration = new ValidatingWebhookConfiguration({
    metadata: { name: 'blocks-itself' },
    webhooks: [
      {
        name: 'vpod.kb.io',
        clientConfig: { service },
        rules,
        namespaceSelector: selector,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 1,
      },
    ],
  });
  await plane.client.create(configuration);
  try {
    // The API server learns of it a moment later, when a pod might be there already.
    const pod = new Pod({
      metadata: { name: 'probe', namespace: 'default' },
      spec: { containers: [{ name: 'main', image }] },
    });
    const refused = { message: expect.stringContaining('failed calling webhook') };
    await eventually(() => expect(plane.client.create(pod, { dryRun: true })).rejects.toMatchObject(refused), patient);

    const error = await caught(deploy(around(), options('blocked')));

    expect(error).toMatchObject({ code: 'webhook-blocks', fix: expect.stringContaining('vpod.kb.io') });
    expect(error.message).toContain('failed calling webhook');
  } finally {
    await plane.client.delete(configuration);
  }
});

test('a webhook of the operator that judges its own pods is applied after they run', async () => {
  await using temporary = await temporaryFolder();
  const webhook = `---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods }
webhooks:
- name: vpod.kb.io
  clientConfig: { service: { name: webhook-service, namespace: system, path: /validate } }
  namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: late } }
  rules: [{ apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
  sideEffects: None
  admissionReviewVersions: [v1]
`;
  const root = await projectWith(
    temporary.folder,
    'apiVersion: v1',
    `${webhook.replace('---\n', '')}---\napiVersion: v1`,
  );
  const recorded = around(root);

  const { objects, rollouts } = await deploy(recorded, options('late'));

  await plane.client.delete({ kind: ValidatingWebhookConfiguration, name: 'guestbook-pods' });
  expect(rollouts[0]).toMatchObject({ available: 1 });
  expect(objects.at(-1)).toMatchObject({ kind: 'ValidatingWebhookConfiguration', outcome: 'created' });
  expect(recorded.warnings.join()).toContain('vpod.kb.io');
});

test('a namespace that does not go away is named, with what holds it', async () => {
  await plane.client.create(new Namespace({ metadata: { name: 'ending' } }));
  const holder = { name: 'holder', namespace: 'ending', finalizers: ['example.com/hold'] };
  const held = await plane.client.create(new ConfigMap({ metadata: holder }));
  await plane.client.delete({ kind: Namespace, name: 'ending' });
  await eventually(async () => {
    const { status } = await plane.client.get(Namespace, { name: 'ending' });
    expect(status?.conditions?.map(({ type }) => type)).toContain('NamespaceFinalizersRemaining');
  }, patient);

  const error = await caught(deploy(around(), options('ending', { timeoutMs: 500 })));

  await plane.client.patch(held, { type: 'merge', body: { metadata: { finalizers: null } } });
  expect(error).toMatchObject({ code: 'namespace-terminating' });
  expect(error.message).toContain('example.com/hold');
});

test('fields of other managers are not touched unless forced', async () => {
  await deploy(around(), options('shared'));
  const theirs = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: deploymentIn('shared'), spec: { replicas: 2 } };
  await plane.client.apply(theirs, { fieldManager: 'autoscaler-of-ops', force: true });

  const error = await caught(deploy(around(), options('shared')));
  const forced = await deploy(around(), options('shared', { forceConflicts: true }));

  expect(error).toMatchObject({ code: 'apply-conflict', fix: expect.stringContaining('--force-conflicts') });
  expect(error.message).toMatch(
    /Deployment shared\/guestbook-controller-manager is managed by "autoscaler-of-ops": \.spec\.replicas/,
  );
  expect(forced.rollouts[0]).toMatchObject({ replicas: 1 });
});

test('missing rights are listed before anything is changed', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'config');
  await writeFile(file, kubeconfigText(await plane.addUser({ name: 'nobody' })));

  const error = await caught(deploy(around(), options('secret', { kubeconfig: file })));

  expect(error).toMatchObject({ code: 'forbidden' });
  expect(error.message).toMatch(/get, patch, create deployments\.apps in namespace secret/);
  expect(error.message).toContain('clusterroles.rbac.authorization.k8s.io');
  expect(await plane.client.find(Namespace, { name: 'secret' })).toBeUndefined();
});
