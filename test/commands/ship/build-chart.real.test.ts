/** The chart, judged by the real Helm, kustomize and API server. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { is } from '../../../src/runtime/client/requests/api-error.js';
import { dynamicKind, parseApiVersion } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { type Feature, featureNames, features, withNeeds } from '../../../src/ship/chart/features.js';
import type { ControlPlane } from '../../../src/testing/control-plane.js';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { parseAllDocuments } from '../../../src/yaml.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';
import { temporaryFolder } from '../../project-folder.js';
import { ensureBinaries } from '../../testing/real-binaries.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const run = promisify(execFile);
const program = (name: string): string => path.join(binaryFolder(), name);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl', 'helm']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  folder = await temporaryFolder('charts');
});
afterAll(async () => folder?.clean());

async function helm(...args: string[]): Promise<string> {
  const { stdout } = await run(program('helm'), args, { maxBuffer: 64_000_000 });
  return stdout;
}

const projects: Record<string, (root: string) => Promise<void>> = {
  'with webhooks and conversion': async (root) => {
    await cp(path.resolve('examples/app'), root, { recursive: true, filter: (file) => !file.includes('node_modules') });
  },
  'in its namespace, without webhooks': async (root) => {
    await runOk(root, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--namespaced', ...quick);
    await runOk(root, 'create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook');
    await runOk(root, 'manifests');
  },
  'without an API': async (root) => {
    await runOk(root, 'init', '--domain', 'my.domain', '--project-name', 'bare', ...quick);
    await runOk(root, 'edit', '--enable', 'ha,pdb');
  },
};
const quick = ['--skip-install', '--kbts', '*'];

describe.each(Object.entries(projects))('a project %s', (name, make) => {
  let root: string;
  let chart: string;
  let project: string;
  beforeAll(async () => {
    root = path.join(folder.root, name.replace(/\W+/g, '-'));
    await rm(root, { recursive: true, force: true });
    await mkdir(root);
    await make(root);
    await runOk(root, 'build-chart', '--image', 'ghcr.io/acme/shop:v1.2.3');
    chart = path.join(root, 'dist/chart');
    project = /^projectName: (.+)$/m.exec(await readFile(path.join(root, 'PROJECT'), 'utf8'))?.[1] ?? '';
  });

  test('passes helm lint --strict', async () => {
    expect(await helm('lint', '--strict', chart)).toContain('0 chart(s) failed');
  });

  test('installs what build-installer writes, with default values', async () => {
    await runOk(root, 'build-installer', '--image', 'ghcr.io/acme/shop:v1.2.3');
    const installer = comparable(await readFile(path.join(root, 'dist/install.yaml'), 'utf8'));
    const rendered = comparable(await helm('template', project, chart, '--namespace', `${project}-system`));
    expect(rendered).toEqual(installer);
  });

  test('renders every combination of features as kustomize does', async () => {
    const available = await availableFeatures(root);
    const seen = new Set<string>();
    for (let bits = 0; bits < 2 ** available.length; bits++) {
      const on = withNeeds(available.filter((_, index) => bits & (1 << index)));
      if (seen.has(on.join())) continue;
      seen.add(on.join());
      const expected = comparable(await kustomizeWith(root, on, available));
      const rendered = await helm('template', project, chart, '-n', `${project}-system`, ...switches(on, available));
      expect(comparable(rendered, { image: false }), on.join()).toEqual(expected);
    }
    expect(seen.size).toBeGreaterThan(10);
  });

  test('is accepted by the API server under other names and with other values', async () => {
    const plane = await startControlPlane({ kind: 'envtest' });
    onTestFinished(() => plane.stop());
    for (const values of combinations) {
      const release = `team-${values.length}`;
      const rendered = await helm('template', release, chart, '-n', 'default', '--skip-tests', ...values);
      const objects = parseAllDocuments(rendered).flatMap((document) => (document.toJS() as KubeObject | null) ?? []);
      for (const object of objects) await dryRun(plane, object, values);
      const foreign = objects.filter(({ kind }) => kind !== 'CustomResourceDefinition' && kind !== 'Namespace');
      expect(foreign.filter(({ metadata }) => !metadata.name?.startsWith('team-')).map(({ kind }) => kind)).toEqual([]);
    }
  });
});

test('a chart is made byte for byte again, and keeps what people changed', async () => {
  const root = path.join(folder.root, 'without-an-API');
  const chart = path.join(root, 'dist/chart');
  expect((await runCli(root, ['build-chart', '--image', 'ghcr.io/acme/shop:v1.2.3', '--check'])).code).toBe(0);
  const values = path.join(chart, 'values.yaml');
  const service = path.join(chart, 'templates/rbac/leader-election-role.yaml');
  const own = path.join(chart, 'templates/own.yaml');
  await writeFile(values, (await readFile(values, 'utf8')).replace(/replicas: \d/, 'replicas: 5'));
  await writeFile(service, `# mine\n${await readFile(service, 'utf8')}`);
  await writeFile(own, '# own\n');
  const { code, stderr } = await runCli(root, ['build-chart', '--image', 'ghcr.io/acme/shop:v2.0.0']);
  expect(code).toBe(0);
  expect(stderr).toContain('leader-election-role.yaml stays as you changed it');
  expect(await readFile(values, 'utf8')).toContain('replicas: 5');
  expect(await readFile(values, 'utf8')).toContain('tag: v2.0.0');
  expect(await readFile(service, 'utf8')).toMatch(/^# mine\n/);
  expect(await readFile(own, 'utf8')).toBe('# own\n');
  const manager = path.join(root, 'config/manager/manager.yaml');
  await writeFile(manager, (await readFile(manager, 'utf8')).replace('memory: 512Mi', 'memory: 640Mi'));
  expect((await runCli(root, ['build-chart', '--image', 'ghcr.io/acme/shop:v2.0.0', '--check'])).code).toBe(3);
  await runOk(root, 'build-chart', '--image', 'ghcr.io/acme/shop:v2.0.0');
  expect(await readFile(values, 'utf8')).toContain('memory: 640Mi');
});

test('install, upgrade, roll back and uninstall; CRDs and custom resources stay unless asked', async () => {
  const root = path.join(folder.root, 'life');
  await cp(path.resolve('examples/app'), root, { recursive: true, filter: (file) => !file.includes('node_modules') });
  await runOk(root, 'build-chart', '--image', 'ghcr.io/acme/app:v1');
  const plane = await startControlPlane({ kind: 'envtest' });
  onTestFinished(() => plane.stop());
  const kubeconfig = path.join(folder.root, 'kubeconfig');
  await writeFile(kubeconfig, plane.kubeconfig());
  const chart = path.join(root, 'dist/chart');
  const where = ['--kubeconfig', kubeconfig, '-n', 'shop'];
  const replicas = async (): Promise<unknown> => {
    const kind = dynamicKind({ group: 'apps', version: 'v1', kind: 'Deployment' });
    const found = await plane.client.live.get(kind, { namespace: 'shop', name: 'app-controller-manager' });
    return (found as { spec?: { replicas?: number } }).spec?.replicas;
  };
  await helm('install', 'app', chart, ...where, '--create-namespace');
  expect(await replicas()).toBe(1);
  await helm('upgrade', 'app', chart, ...where, '--set', 'manager.replicas=2');
  expect(await replicas()).toBe(2);
  await helm('rollback', 'app', '1', ...where);
  expect(await replicas()).toBe(1);
  await helm('uninstall', 'app', ...where);
  await expect(replicas()).rejects.toSatisfy(is.notFound);
  const crd = dynamicKind({ group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' });
  const name = 'apps.ingress.my.domain';
  expect((await plane.client.live.get(crd, { name })).metadata.name).toBe(name);
  // Helm takes over what an earlier release of the same name and namespace has left.
  await helm('install', 'app', chart, ...where, '--set', 'crd.keep=false');
  await helm('uninstall', 'app', ...where, '--wait');
  await vi.waitFor(() => expect(plane.client.live.get(crd, { name })).rejects.toSatisfy(is.notFound), 30_000);
});

test.each([
  ['prometheus.enabled=true,metrics.enabled=false', 'prometheus.enabled needs metrics.enabled'],
  ['manager.replicas=2,manager.leaderElection.enabled=false', 'needs manager.leaderElection.enabled'],
  ['serviceAccount.create=false', 'needs serviceAccount.name'],
  ['manager.replica=2', 'replica'],
  ['manager.replicas=two', 'replicas'],
  ['manager.logLevel=loud', 'logLevel'],
])('values that cannot work are refused: %s', async (values, message) => {
  const chart = path.join(folder.root, 'life/dist/chart');
  await expect(helm('template', 'app', chart, '--set', values)).rejects.toThrow(message);
});

test('a folder with foreign files stays as it is', async () => {
  const root = path.join(folder.root, 'life');
  await writeFile(path.join(root, 'src/notes.txt'), 'mine\n');
  const { code, stderr } = await runCli(root, ['build-chart', '--output-dir', 'src']);
  expect(code).toBe(1);
  expect(stderr).toContain('file-exists');
  expect(await readFile(path.join(root, 'src/notes.txt'), 'utf8')).toBe('mine\n');
});

const combinations: readonly (readonly string[])[] = [
  [],
  ['--set', 'manager.replicas=3'],
  ['--set', 'manager.image.digest=sha256:0123456789012345678901234567890123456789012345678901234567890123'],
  ['--set', 'manager.image.pullPolicy=Always,manager.logLevel=debug'],
  ['--set', 'fullnameOverride=team-x'],
  ['--set', 'nameOverride=other,metrics.enabled=false'],
  ['--set', 'manager.nodeSelector.disk=ssd,manager.priorityClassName=high'],
  ['--set-json', 'manager.tolerations=[{"key":"a","operator":"Exists"}]', '--set', 'networkPolicy.enabled=true'],
  ['--set-json', 'manager.affinity={"nodeAffinity":{}}', '--set', 'podDisruptionBudget.enabled=true'],
  ['--set-json', 'manager.env=[{"name":"A","value":"1"}]', '--set', 'manager.args={--zap-devel}'],
  ['--set-json', 'manager.extraVolumes=[{"name":"v","emptyDir":{}}]'],
  [
    '--set-json',
    'manager.extraVolumeMounts=[{"name":"v","mountPath":"/v"}]',
    '--set-json',
    'manager.extraVolumes=[{"name":"v","emptyDir":{}}]',
  ],
  ['--set', 'serviceAccount.create=false,serviceAccount.name=someone'],
  ['--set', 'serviceAccount.annotations.a=b,commonLabels.team=blue'],
  ['--set', 'rbac.helpers.enabled=false'],
  ['--set', 'manager.replicas=1,manager.leaderElection.enabled=false'],
  ['--set', 'manager.pod.labels.a=b,manager.pod.annotations.c=d,manager.labels.e=f,manager.annotations.g=h'],
  ['--set-json', 'manager.imagePullSecrets=[{"name":"registry"}]'],
  [
    '--set-json',
    'manager.resources={}',
    '--set-json',
    'manager.securityContext={}',
    '--set-json',
    'manager.podSecurityContext={}',
  ],
  ['--set', 'manager.terminationGracePeriodSeconds=90'],
];

async function dryRun(plane: ControlPlane, object: KubeObject, values: readonly string[]): Promise<void> {
  const { group } = parseApiVersion(object.apiVersion);
  if (group === 'cert-manager.io' || group === 'monitoring.coreos.com') return;
  const applied = plane.client.apply(object, {
    fieldManager: 'test',
    force: true,
    dryRun: true,
    fieldValidation: 'Strict',
  });
  await applied.catch((error: Error) => {
    throw new Error(`${object.kind} ${object.metadata.name} with ${values.join(' ')}: ${error.message}`);
  });
}

async function availableFeatures(root: string): Promise<Feature[]> {
  const { values } = JSON.parse(await readFile(path.join(root, 'dist/chart/.kbts-chart.json'), 'utf8')) as {
    values: Record<string, { enabled?: boolean; certManager?: object } | undefined>;
  };
  return featureNames.filter((name) =>
    name === 'metricsCertificate' ? values['metrics']?.certManager : values[name]?.enabled !== undefined,
  );
}

function switches(on: readonly Feature[], available: readonly Feature[]): string[] {
  return available.flatMap((name) => ['--set', `${features[name].value}=${on.includes(name)}`]);
}

/** What kustomize makes of a copy of config/ with these components, switched by the command that users have. */
async function kustomizeWith(root: string, on: readonly Feature[], available: readonly Feature[]): Promise<string> {
  const copy = path.join(folder.root, 'copy');
  await rm(copy, { recursive: true, force: true });
  await cp(root, copy, { recursive: true });
  const names = (wanted: boolean): string[] =>
    available.filter((name) => on.includes(name) === wanted).map((name) => features[name].component);
  if (names(false).length > 0) await runOk(copy, 'edit', '--disable', names(false).join());
  if (names(true).length > 0) await runOk(copy, 'edit', '--enable', names(true).join());
  const { stdout } = await run(program('kubectl'), ['kustomize', path.join(copy, 'config/default')], {
    maxBuffer: 64_000_000,
  });
  return stdout;
}

const helmLabels = new Set([
  'helm.sh/chart',
  'app.kubernetes.io/instance',
  'app.kubernetes.io/version',
  'app.kubernetes.io/managed-by',
]);

/** Objects by name, without Namespace and test, and without what Helm's guide adds: its labels and the policy of CRDs. */
function comparable(text: string, { image = true } = {}): Record<string, unknown> {
  const objects = parseAllDocuments(text).flatMap((document) => (document.toJS() as KubeObject | null) ?? []);
  const shown = objects.filter(({ kind }) => kind !== 'Namespace' && kind !== 'Pod');
  return Object.fromEntries(
    shown.map((object) => [`${object.kind} ${object.metadata.name}`, withoutHelm(object, image)]),
  );
}

function isImage(key: string, item: unknown): boolean {
  return key === 'image' && typeof item === 'string';
}

function withoutHelm(value: unknown, image: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutHelm(item, image));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !helmLabels.has(key) && key !== 'helm.sh/resource-policy')
    .map(([key, item]) => [key, isImage(key, item) && !image ? 'controller:latest' : withoutHelm(item, image)] as const)
    .filter(([key, item]) => !/^(labels|annotations)$/.test(key) || Object.keys(item as object).length > 0);
  return Object.fromEntries(entries);
}
