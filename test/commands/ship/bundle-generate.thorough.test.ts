/** The bundle, judged by the real operator-sdk, opm and API server. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { scorecard } from '../../../src/commands/ship/scorecard.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { builtInTests } from '../../../src/ship/scorecard/built-in-tests.js';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { fromYaml, parseAllDocuments } from '../../../src/yaml.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';
import { olmCrds } from '../../control-plane/olm.mjs';
import { temporaryFolder } from '../../project-folder.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { makeProject, program, projects, sdkVerdict } from './operator-sdk.js';
import { sdkScorecard } from './scorecard-judge.js';
import { untilAccepted } from '../../until-known.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 });

const run = promisify(execFile);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl', 'operator-sdk', 'opm', 'scorecard-test']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  folder = await temporaryFolder('bundles');
});
afterAll(async () => folder?.clean());

const flags = ['--image', 'ghcr.io/acme/shop:v1.2.3', '--version', '1.2.3', '--channels', 'stable,candidate'];
const all = ['--select-optional', 'suite=operatorframework'];

interface Csv extends KubeObject {
  readonly spec: Record<string, unknown>;
}

async function objectsIn(bundle: string): Promise<KubeObject[]> {
  const files = await readdir(path.join(bundle, 'manifests'));
  return Promise.all(
    files
      .sort()
      .map(async (file) => fromYaml(await readFile(path.join(bundle, 'manifests', file), 'utf8')) as KubeObject),
  );
}

async function csvIn(bundle: string): Promise<Csv> {
  const found = (await objectsIn(bundle)).find(({ kind }) => kind === 'ClusterServiceVersion');
  if (found === undefined) throw new Error(`${bundle} has no ClusterServiceVersion`);
  return found as Csv;
}

describe.each(Object.keys(projects))('the project %s', (name) => {
  let root: string;
  let bundle: string;
  beforeAll(async () => {
    root = await makeProject(folder.root, name);
    await runOk(root, 'bundle', 'generate', ...flags);
    bundle = path.join(root, 'bundle');
  });

  test('passes operator-sdk bundle validate with all optional suites, and ours', async () => {
    const { passed, outputs } = await sdkVerdict(bundle, ...all);
    expect(outputs.filter(({ type }) => type === 'error')).toEqual([]);
    expect(passed).toBe(true);
    await runOk(root, 'bundle', 'validate', 'bundle', ...all);
  });

  test('has the scorecard that operator-sdk gives it', async () => {
    const theirs = await sdkScorecard(bundle, builtInTests);
    const ours = (await scorecard(root, 'bundle', {})).map(({ result }) => [
      result?.name,
      { state: result?.state, errors: result?.errors.length },
    ]);
    expect(Object.fromEntries(ours)).toEqual(theirs);
  });

  test('is made byte for byte again', async () => {
    expect((await runCli(root, ['bundle', 'generate', ...flags, '--check'])).code).toBe(0);
  });

  test('says what operator-sdk says of the same objects', async () => {
    const [input, other] = [path.join(folder.root, `${name}-input`), path.join(folder.root, `${name}-sdk`)];
    await mkdir(input);
    await writeFile(path.join(input, 'all.yaml'), await kustomized(root));
    const args = ['generate', 'bundle', '-q', '--version', '1.2.3', '--package', 'shop', '--channels', 'stable'];
    const where = ['--input-dir', input, '--output-dir', other, '--kustomize-dir', path.join(folder.root, 'none')];
    await run(program('operator-sdk'), [...args, ...where], { cwd: folder.root });
    expect(differences(await csvIn(other), await csvIn(bundle))).toEqual([]);
  });
});

/** What operator-sdk gets: config/default with certificates from outside, and the samples. */
async function kustomized(root: string): Promise<string> {
  const render = async (overlay: string): Promise<string> =>
    (await run(program('kubectl'), ['kustomize', path.join(root, overlay)], { maxBuffer: 64_000_000 })).stdout;
  const samples = await render('config/samples').catch(() => '');
  return `${await render('config/default')}\n---\n${samples}`;
}

/** Fields that operator-sdk writes without anything in them. */
const blank = new Set(['apiservicedefinitions', 'icon']);

/** What the CSV of operator-sdk says and ours does not. */
function differences(theirs: Csv, ours: Csv): string[] {
  const missing = Object.keys(theirs.spec)
    .filter((field) => ours.spec[field] === undefined && !blank.has(field))
    .map((field) => `spec.${field}`);
  for (const key of Object.keys(theirs.metadata.annotations ?? {}))
    if (key !== 'createdAt' && ours.metadata.annotations?.[key] === undefined) missing.push(`annotation ${key}`);
  const known = new Set(statements(ours));
  missing.push(...statements(theirs).filter((one) => !known.has(one)));
  return missing;
}

/** Kinds, Deployments, webhooks and rights, a line for each. */
function statements({ spec }: Csv): string[] {
  const at = (value: unknown, ...keys: string[]): Record<string, unknown>[] =>
    (keys.reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], value) ??
      []) as Record<string, unknown>[];
  const install = at(spec, 'install') as unknown as { spec: unknown };
  const rules = (field: string): string[] =>
    at(install.spec, field).flatMap((account) =>
      at(account, 'rules').map((rule) => `${field} ${JSON.stringify(rule, sortedKeys)}`),
    );
  return [
    ...at(spec, 'customresourcedefinitions', 'owned').map(
      ({ name, kind, version }) => `owned ${String(name)} ${String(kind)} ${String(version)}`,
    ),
    ...at(install.spec, 'deployments').map(({ name }) => `deployment ${String(name)}`),
    ...at(spec, 'webhookdefinitions').map(({ type, webhookPath, targetPort, containerPort, deploymentName }) =>
      ['webhook', type, webhookPath, targetPort, containerPort, deploymentName].join(' '),
    ),
    ...at(spec, 'installModes').map(({ type }) => `mode ${String(type)}`),
    // Rights to manage certificates go away, as OLM does that.
    ...[...rules('clusterPermissions'), ...rules('permissions')].filter(
      (rule) =>
        !/webhook-server-cert|webhookconfigurations|customresourcedefinitions|"secrets"\],"verbs":\["create"\]/.test(
          rule,
        ),
    ),
  ];
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('the API server takes every object of every bundle', async () => {
  const plane = await startControlPlane({ kind: 'envtest' });
  onTestFinished(() => plane.stop());
  for (const text of await olmCrds())
    for (const document of parseAllDocuments(text))
      await plane.client.apply(document.toJS() as KubeObject, { fieldManager: 'test', force: true });
  await plane.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'operators' } });
  for (const name of Object.keys(projects)) {
    for (const object of await objectsIn(path.join(folder.root, name, 'bundle'))) {
      if (object.apiVersion.startsWith('monitoring.coreos.com/')) continue;
      const namespace = isClusterScoped(object) ? undefined : 'operators';
      const placed = { ...object, metadata: { ...object.metadata, namespace } };
      const applied = untilAccepted(() =>
        plane.client.apply(placed, { fieldManager: 'test', force: true, dryRun: true, fieldValidation: 'Strict' }),
      );
      await applied.catch((error: Error) => {
        throw new Error(`${name}: ${object.kind} ${object.metadata.name}: ${error.message}`);
      });
    }
  }
});

function isClusterScoped({ kind }: KubeObject): boolean {
  return kind.startsWith('Cluster')
    ? kind !== 'ClusterServiceVersion'
    : kind === 'CustomResourceDefinition' || kind === 'PriorityClass';
}

test('opm renders the bundle, with the kinds that it owns', async () => {
  const { stdout } = await run(program('opm'), ['render', path.join(folder.root, 'database', 'bundle'), '-o', 'json']);
  const { name, properties } = JSON.parse(stdout) as {
    name: string;
    properties: { type: string; value: { kind?: string; version?: string } }[];
  };
  expect(name).toBe('database.v1.2.3');
  const owned = properties
    .filter(({ type }) => type === 'olm.gvk')
    .map(({ value }) => `${value.kind} ${value.version}`);
  expect(owned.sort()).toEqual(['Database v1', 'Database v1alpha1']);
});

test('what people wrote stays, and what config/ no longer has goes away', async () => {
  const root = path.join(folder.root, 'app');
  const at = (file: string): string => path.join(root, file);
  const base = at('config/manifests/bases/app.clusterserviceversion.yaml');
  await writeFile(base, (await readFile(base, 'utf8')).replace(/description: .*/, 'description: Mine.'));
  await writeFile(at('bundle/manifests/mine.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine\n');
  await writeFile(at('bundle.Dockerfile'), `${await readFile(at('bundle.Dockerfile'), 'utf8')}LABEL com.acme=1\n`);
  await runOk(root, 'edit', '--disable', 'metrics');
  await runOk(root, 'bundle', 'generate', ...flags);
  expect((await csvIn(at('bundle'))).spec['description']).toBe('Mine.');
  expect(await readFile(at('bundle.Dockerfile'), 'utf8')).toContain('LABEL com.acme=1\n');
  const files = await readdir(at('bundle/manifests'));
  expect(files).toContain('mine.yaml');
  expect(files.filter((file) => file.includes('metrics-service'))).toEqual([]);
});

test('samples that no list names are said', async () => {
  const root = path.join(folder.root, 'app');
  await rm(path.join(root, 'config/samples/kustomization.yaml'));
  const { code, stderr } = await runCli(root, ['bundle', 'generate', ...flags]);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/config\/samples has no kustomization.yaml.*list \S+\.yaml/),
  ]);
});

test.each<[string, string[], string, string?]>([
  ['a version that is not semantic', ['--version', '1.2'], 'flag-invalid'],
  ['a base that is not a CSV', [], 'bundle-invalid', 'config/manifests/bases/bare.clusterserviceversion.yaml'],
  ['a file that kbts has not made', [], 'file-exists', 'bundle/manifests/bare.clusterserviceversion.yaml'],
])('%s is refused, and nothing is written', async (_, more, code, file) => {
  const root = path.join(folder.root, 'without-an-api');
  const before = file === undefined ? '' : await readFile(path.join(root, file), 'utf8');
  if (file !== undefined) await writeFile(path.join(root, file), 'apiVersion: v1\nkind: Secret\n');
  onTestFinished(async () => (file === undefined ? undefined : writeFile(path.join(root, file), before)));
  const result = await runCli(root, ['bundle', 'generate', '--version', '9.9.9', ...more]);
  expect(result.code).not.toBe(0);
  expect(result.stderr).toContain(code);
  const annotations = await readFile(path.join(root, 'bundle/manifests/bare.clusterserviceversion.yaml'), 'utf8');
  expect(annotations).not.toContain('9.9.9');
});
