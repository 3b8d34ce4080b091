/** Bundles in a cluster with the real OLM: its pods, the catalog's and the operator's are processes of this machine. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ClusterServiceVersionKind, OperatorGroupKind } from '../../../../src/commands/ship/olm/olm-kinds.js';
import type { OlmStatusResult } from '../../../../src/commands/ship/olm/setup/olm-status.js';
import { runBundle } from '../../../../src/commands/ship/olm/run-bundle.js';
import { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import { Namespace, Pod, ServiceAccount } from '../../../../src/k8s/core/v1/index.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { runCli, runOk } from '../../../cli/fakes/run-cli.js';
import { caught, surroundings } from '../../cluster/project-fixture.js';
import { builtExample, type OlmCluster, opmImage, startOlmCluster } from './olm-cluster.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 });

const AppService = dynamicKind<{
  apiVersion: string;
  kind: string;
  metadata: object;
  status?: { availableReplicas?: number };
}>({ group: 'appcontroller.k8s.io', version: 'v1alpha1', kind: 'AppService' });
const deployment = 'appservice-controller-manager';
const patient = { timeoutMs: 60_000 };
const imageOf = (version: string): string => `ghcr.io/acme/appservice:v${version}`;

let cluster: OlmCluster;
let root: string;

beforeAll(async () => {
  cluster = await startOlmCluster('run-bundle');
  const example = await builtExample(cluster.folder, 'appservice');
  root = example.root;
  for (const version of ['0.1.0', '0.2.0']) {
    cluster.images[imageOf(version)] = example.image;
    const flags = ['--version', version, '--output-dir', `bundle-${version}`, '--image', imageOf(version)];
    await runOk(root, 'bundle', 'generate', ...flags);
  }
  cluster.images['nginxinc/nginx-unprivileged:1.29'] = 'pretended';
});
afterAll(async () => cluster?.[Symbol.asyncDispose]());

const where = (namespace: string): string[] =>
  `--kubeconfig ${cluster.kubeconfig} --namespace ${namespace} --timeout 120s`.split(' ');
const phaseOf = async (namespace: string, name: string): Promise<string | undefined> =>
  (await cluster.plane.client.find(ClusterServiceVersionKind, { namespace, name }))?.status?.phase;

/** A copy of the first bundle, whose CSV is changed. */
async function bundleWith(name: string, change: (csv: string) => string): Promise<string> {
  await cp(path.join(root, 'bundle-0.1.0'), path.join(root, name), { recursive: true });
  const file = path.join(root, name, 'manifests/appservice.clusterserviceversion.yaml');
  const before = await readFile(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(file, after);
  return name;
}

let bare: readonly string[];

test('OLM is installed from an address, and all of its parts are there', async () => {
  bare = await eventually(() => cluster.everything(), patient);
  const to = ['--kubeconfig', cluster.kubeconfig];
  const none = await runCli(root, ['olm', 'status', ...to]);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('olm-missing')]);
  const server = createServer(({ url = '' }, response) => {
    readFile(path.join(cluster.manifests, path.basename(url))).then(
      (text) => response.end(text),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  await runOk(root, 'olm', 'install', ...to, '--from', address, '--skip-catalog', '--timeout', '120s');

  const { version, objects } = JSON.parse(await runOk(root, 'olm', 'status', ...to, '-o', 'json')) as OlmStatusResult;
  expect(version).toBe('0.38.0');
  expect(objects.filter(({ status }) => !status.startsWith('Installed'))).toEqual([]);
  expect(objects.map(({ kind, name, status }) => `${kind} ${name} ${status}`)).toEqual(
    expect.arrayContaining([
      'Deployment olm-operator Installed (1 of 1 available)',
      'Deployment catalog-operator Installed (1 of 1 available)',
      'ClusterServiceVersion packageserver Installed (Succeeded)',
      'CustomResourceDefinition subscriptions.operators.coreos.com Installed',
    ]),
  );
  const again = await runOk(root, 'olm', 'install', ...to, '--from', cluster.manifests, '--skip-catalog');
  expect(new Set(again.match(/^\w+/gm))).toEqual(new Set(['unchanged']));
  const other = await runCli(root, ['olm', 'install', ...to, '--from', cluster.manifests, '--version', '0.37.0']);
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('the cluster has OLM 0.38.0')]);
});

test('a bundle is installed, reconciles its sample, is upgraded and removed without a trace', async () => {
  const { client } = cluster.plane;
  const namespace = 'shop';
  // Kinds cannot be listed while the package server does not answer.
  const before = await eventually(() => cluster.everything(), patient);

  await runOk(root, 'run', 'bundle', '--from-directory', 'bundle-0.1.0', ...where(namespace));

  expect(await phaseOf(namespace, 'appservice.v0.1.0')).toBe('Succeeded');
  // Pods of catalog and operator run under the strictest level, which the API server enforces.
  const space = await client.get(Namespace, { name: namespace });
  expect(space.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
  // OLM may have replaced a pod that has not ended yet.
  await eventually(async () => expect((await client.list(Pod, { namespace })).items).toHaveLength(2), patient);
  const sample = path.join(root, 'config/samples/appcontroller_v1alpha1_appservice.yaml');
  await cluster.kubectl('apply', '-f', sample);
  await eventually(async () => {
    const found = await client.get(AppService, { namespace: 'default', name: 'appservice-sample' });
    expect(found.status?.availableReplicas).toBe(2);
  }, patient);

  const again = await runCli(root, ['run', 'bundle', 'bundle-0.2.0', ...where(namespace)]);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already-exists')]);
  const out = await runOk(root, 'run', 'bundle-upgrade', 'bundle-0.2.0', ...where(namespace));

  expect(out).toBe('installed  appservice.v0.2.0 in namespace shop, instead of appservice.v0.1.0\n');
  expect(await phaseOf(namespace, 'appservice.v0.2.0')).toBe('Succeeded');
  await eventually(async () => expect(await phaseOf(namespace, 'appservice.v0.1.0')).toBeUndefined(), patient);
  const upgraded = await client.get(Deployment, { namespace, name: deployment });
  expect(upgraded.spec?.template.spec?.containers[0]?.image).toBe(imageOf('0.2.0'));

  const careful = await runOk(root, 'cleanup', 'appservice', ...where(namespace), '--dry-run');
  expect(careful).toContain('it has 1 AppService; --delete-crds deletes both');
  expect(await phaseOf(namespace, 'appservice.v0.2.0')).toBe('Succeeded');
  await runOk(root, 'cleanup', 'appservice', ...where(namespace), '--delete-crds', '--yes');

  await eventually(async () => expect(await cluster.everything()).toEqual(before), patient);
});

/** The error of a bundle that is not installed; what it left is removed. */
async function failure(namespace: string, bundle: string): Promise<string> {
  const options = { kubeconfig: cluster.kubeconfig, namespace, catalogImage: opmImage, timeoutMs: 90_000 };
  const error = await caught(runBundle(surroundings(root), bundle, { ...options, troubleMs: 500 }));
  await runOk(root, 'cleanup', 'appservice', ...where(namespace), '--delete-all', '--yes');
  return `${error.code}: ${error.message}`;
}

test('images that cannot be pulled are named', async () => {
  const image = 'ghcr.io/acme/missing:v1';
  const bundle = await bundleWith('bundle-missing', (csv) => csv.replaceAll(imageOf('0.1.0'), image));
  const message = await failure('unpulled', bundle);
  expect(message).toContain('image-missing: the rollout of Deployment unpulled/appservice-controller-manager failed');
  expect(message).toContain(`the image ${image} cannot be pulled (ImagePullBackOff`);

  const flags = ['--catalog-image', 'ghcr.io/acme/no-opm:v1'];
  const { code, stderr } = await runCli(root, ['run', 'bundle', 'bundle-0.1.0', ...where('no-opm'), ...flags]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/which serves the catalog, does not start: ImagePullBackOff/),
  ]);
  await runOk(root, 'cleanup', 'appservice', ...where('no-opm'));
});

test('an operator without a right that it needs is told, though OLM does not mind', async () => {
  const bundle = await bundleWith('bundle-poor', (csv) =>
    csv.replaceAll(/^( +- )appcontroller\.k8s\.io$/gm, '$1other.k8s.io'),
  );
  // OLM may see it available in the moment before it leads and fills its caches, or may not.
  expect(await failure('lacking', bundle)).toMatch(
    /^manager-forbidden: .* the operator lacks a right, as its log says: appservices\.appcontroller\.k8s\.io is forbidden: User "system:serviceaccount:lacking:appservice-controller-manager" cannot (?:list|watch) resource "appservices" in API group "appcontroller\.k8s\.io" at the cluster scope$/m,
  );
});

test('an account of the OperatorGroup that may not install is told', async () => {
  const { client } = cluster.plane;
  const namespace = 'scoped';
  await client.create(new Namespace({ metadata: { name: namespace } }));
  await client.create(new ServiceAccount({ metadata: { name: 'nobody', namespace } }));
  await client.create({
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: 'scoped', namespace },
    spec: { serviceAccountName: 'nobody' },
  });
  const message = await failure(namespace, 'bundle-0.1.0');
  expect(message).toMatch(
    /OLM could not carry out InstallPlan scoped\/\S+: .* is forbidden: User "system:serviceaccount:scoped:nobody" cannot create resource "clusterserviceversions"/,
  );
  expect((await client.list(OperatorGroupKind, { namespace })).items).toEqual([]);
  await client.delete({ kind: Namespace, name: namespace });
});

test('OLM is not removed while it has an operator, and then without a trace', async () => {
  const to = ['--kubeconfig', cluster.kubeconfig, '--timeout', '120s'];
  await runOk(root, 'run', 'bundle', 'bundle-0.1.0', ...where('last'));
  const used = await runCli(root, ['olm', 'uninstall', ...to]);
  expect([used.code, used.stderr]).toEqual([
    1,
    expect.stringMatching(/olm-in-use.* 1 operators: last\/appservice\.v0\.1\.0/),
  ]);
  await runOk(root, 'cleanup', 'appservice', ...where('last'));

  await runOk(root, 'olm', 'uninstall', ...to);

  await eventually(async () => expect(await cluster.everything()).toEqual(bare), patient);
});
