import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Lease } from '../../../src/k8s/coordination/v1/index.js';
import { createClient, defineKind, is, type KubeObject } from '../../../src/runtime/index.js';
import { type ControlPlane, eventually, findBinary, startControlPlane, waitFor } from '../../../src/testing/index.js';
import { ensureBinaries } from '../real-binaries.js';

const run = promisify(execFile);
const testdata = (name: string): string => new URL(`testdata/${name}`, import.meta.url).pathname;
const ConfigMap = defineKind<KubeObject & { data?: object }>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});
const Pod = defineKind<KubeObject & { spec?: object }>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
});
const Deployment = defineKind<KubeObject & { status?: { availableReplicas?: number } }>({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
});
const Job = defineKind<KubeObject & { status?: { succeeded?: number } }>({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  plural: 'jobs',
  scope: 'Namespaced',
});
const Namespace = defineKind({ group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' });

describe('11.1 a plane of etcd and kube-apiserver', () => {
  let plane: ControlPlane;

  beforeAll(async () => {
    await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
    plane = await startControlPlane({ kind: 'envtest', webhooks: { paths: [testdata('webhook.yaml')] } });
  });
  afterAll(() => plane?.stop());

  test('its kubeconfig works with kubectl', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kbts-kubectl-'));
    await writeFile(path.join(folder, 'config'), plane.kubeconfig());

    const { stdout } = await run(await findBinary('kubectl'), [
      '--kubeconfig',
      path.join(folder, 'config'),
      'auth',
      'whoami',
      '-o',
      'json',
    ]);

    expect(JSON.parse(stdout).status.userInfo).toMatchObject({
      username: 'admin',
      groups: expect.arrayContaining(['system:masters']),
    });
    await rm(folder, { recursive: true });
  });

  test('users have no rights but those that RBAC gives to them or their groups', async () => {
    expect.hasAssertions();
    const client = createClient({ config: await plane.addUser({ name: 'ann', groups: ['readers'] }) });
    await expect(client.list(ConfigMap, { namespace: 'default' })).rejects.toSatisfy(is.forbidden);
    await plane.client.create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'readers', namespace: 'default' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
    } as KubeObject);
    await plane.client.create({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'readers', namespace: 'default' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'readers' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'readers' }],
    } as KubeObject);

    await eventually(() => client.list(ConfigMap, { namespace: 'default' }), { timeoutMs: 40_000 });
    await client[Symbol.asyncDispose]();
  });

  test('the API server calls webhooks under test, with its own trust', async () => {
    const { host, port, certDir } = plane.webhooks!;
    const paths: (string | undefined)[] = [];
    const server = https.createServer(
      { cert: await readFile(path.join(certDir, 'tls.crt')), key: await readFile(path.join(certDir, 'tls.key')) },
      async (request, response) => {
        paths.push(request.url);
        let text = '';
        for await (const chunk of request) text += chunk;
        const { uid } = JSON.parse(text).request;
        const status = { message: 'this map is bad' };
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({
            apiVersion: 'admission.k8s.io/v1',
            kind: 'AdmissionReview',
            response: { uid, allowed: false, status },
          }),
        );
      },
    );
    await new Promise<void>((resolve) => server.listen(port, host, resolve));

    const bad = new ConfigMap({ metadata: { name: 'bad', namespace: 'default', labels: { checked: 'yes' } } });

    // The server learns of the configuration by a watch.
    await eventually(() => expect(plane.client.create(bad, { dryRun: true })).rejects.toThrow('this map is bad'), {
      timeoutMs: 40_000,
    });
    expect(paths[0]).toMatch(/^\/validate--v1-configmap\?timeout=/);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('a CRD that is not accepted is an error with the reason of the server', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kbts-crd-'));
    const file = path.join(folder, 'crd.yaml');
    const crd = (name: string, kind: string): string =>
      `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: ${name}.e.com }\nspec: { group: e.com, scope: Namespaced, names: { plural: ${name}, kind: ${kind} }, versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }] }\n`;
    await writeFile(file, `${crd('as', 'A')}---\n${crd('bs', 'A')}`);

    await expect(plane.install(file)).rejects.toThrow(
      /CRD [ab]s\.e\.com was not accepted: NamesAccepted: .*is already in use/,
    );
    await rm(folder, { recursive: true });
  });
});

describe('a whole cluster without containers', () => {
  let plane: ControlPlane;

  beforeAll(async () => {
    const components = ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const;
    await ensureBinaries(['etcd', 'kube-apiserver', ...components]);
    plane = await startControlPlane({ kind: 'envtest', components });
  });
  afterAll(() => plane?.stop());

  test('deployments become available, jobs complete, namespaces go away, owned objects are collected', async () => {
    const patience = { timeoutMs: 90_000 };
    await plane.install(testdata('workload.yaml'));

    const web = await waitFor(
      plane.client,
      { kind: Deployment, namespace: 'default', name: 'web' },
      (found) => found?.status?.availableReplicas === 3,
      patience,
    );
    await waitFor(
      plane.client,
      { kind: Job, namespace: 'default', name: 'once' },
      (found) => found?.status?.succeeded === 1,
      patience,
    );
    await plane.client.delete({ kind: Deployment, namespace: 'default', name: 'web' }, { propagation: 'Foreground' });
    await waitFor(
      plane.client,
      { kind: Deployment, namespace: 'default', name: 'web' },
      (found) => found === undefined,
      patience,
    );
    const pods = await plane.client.list(Pod, { namespace: 'default', labels: { app: 'web' } });
    await plane.client.create(new Namespace({ metadata: { name: 'short-lived' } }));
    const held = await plane.client.delete({ kind: Namespace, name: 'short-lived' });
    await waitFor(plane.client, { kind: Namespace, name: 'short-lived' }, (found) => found === undefined, patience);

    expect(web).toBeDefined();
    expect(held.state).toBe('terminating');
    expect(pods.items).toEqual([]);
  }, 180_000);

  test('the node has a heartbeat, or it and its pods would count as lost after a while', async () => {
    const ref = { kind: Lease, namespace: 'kube-node-lease', name: 'kwok-node' };

    const lease = await waitFor(plane.client, ref, (found) => found?.spec?.renewTime !== undefined, {
      timeoutMs: 50_000,
    });

    expect(lease?.spec?.leaseDurationSeconds).toBe(40);
  });
});

test('stopping leaves neither processes nor folders', async () => {
  await ensureBinaries();
  const plane = await startControlPlane({ kind: 'envtest' });
  // Other tests start planes at the same time; the port tells which folder is ours.
  const port = `--secure-port=${new URL(plane.config.server).port}`;
  const apiServer = (await processes()).find((line) => line.split(' ').includes(port)) ?? '';
  const folder = /\S*kbts-envtest-\w+/.exec(apiServer)?.[0]?.replace(/^.*=/, '') ?? '';
  const mine = async (): Promise<string[]> => (await processes()).filter((line) => line.includes(`${folder}/`));
  expect(existsSync(folder)).toBe(true);
  expect((await mine()).length).toBeGreaterThanOrEqual(2);

  await plane.stop();

  expect(await mine()).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

async function processes(): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'pid,args']);
  return stdout.split('\n').filter((line) => line.includes('kbts-envtest-') && !line.includes('ps -eo'));
}

test('missing binaries: an error that says what to do', async () => {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  process.env['KUBEBUILDER_ASSETS'] = '/no/such/folder';
  try {
    await expect(startControlPlane({ kind: 'envtest' })).rejects.toThrow(/etcd was not found; run "kbts envtest use"/);
  } finally {
    process.env['KUBEBUILDER_ASSETS'] = assets;
  }
});
