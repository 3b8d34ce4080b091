/** The chart, judged by the real Helm and kustomize. Charts on a control plane are in chart/. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { type Feature, features, withNeeds } from '../../../src/ship/chart/features.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';
import { copyExample } from '../../examples/stage.js';
import { temporaryFolder } from '../../project-folder.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { availableFeatures } from './chart/chart-features.js';
import { comparable, helm, objectsIn, runProgram } from './chart/helm.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const image = 'ghcr.io/acme/shop:v1.2.3';
const quick = ['--skip-install', '--kbts', '*'];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  await ensureBinaries(['kubectl', 'helm']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  folder = await temporaryFolder('charts');
  for (const [name, make] of Object.entries(projects)) {
    await mkdir(rootOf(name));
    await make(rootOf(name));
    await runOk(rootOf(name), 'build-chart', '--image', image);
  }
});
afterAll(async () => folder?.clean());

const projects: Record<string, (root: string) => Promise<void>> = {
  'with webhooks and conversion': (root) => copyExample('app', root),
  'in its namespace, without webhooks': async (root) => {
    await runOk(root, 'init', '--domain', 'my.domain', '--project-name', 'shop', '--namespaced', ...quick);
    await runOk(root, 'create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook');
    await runOk(root, 'manifests');
  },
  'without an API': async (root) => {
    await runOk(root, 'init', '--domain', 'my.domain', '--project-name', 'bare', ...quick);
    await runOk(root, 'edit', '--enable', 'ha,pdb');
    await addOddObjects(root);
  },
};

/** Another account, names that would be one file, texts that mean something to Helm or YAML. */
async function addOddObjects(root: string): Promise<void> {
  const object = (kind: string, name: string, rest: object = {}): object => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, namespace: 'system', annotations: { a: '{"b":{"c":{}}} {{ .d }}' } },
    ...rest,
  });
  const data = { a: 'x\n\n\n', b: 'yes', c: '1_000', d: '{}}', e: '{{- end }}', f: 'x \u2028 y', g: '---\nk: v\n' };
  const objects = [
    object('ServiceAccount', 'helper'),
    object('ConfigMap', 'odd', { data }),
    object('Secret', 'odd', { stringData: data }),
    object('ConfigMap', 'odd-secret'),
  ];
  await writeFile(
    path.join(root, 'config/manager/odd.yaml'),
    objects.map((one) => JSON.stringify(one)).join('\n---\n'),
  );
  const list = path.join(root, 'config/manager/kustomization.yaml');
  await writeFile(list, (await readFile(list, 'utf8')).replace('- manager.yaml\n', '- manager.yaml\n- odd.yaml\n'));
}

function rootOf(name: string): string {
  return path.join(folder.root, name.replace(/\W+/g, '-'));
}

describe.each(Object.keys(projects))('a project %s', (name) => {
  test('renders every combination of features as kustomize does', async () => {
    const root = rootOf(name);
    const chart = path.join(root, 'dist/chart');
    const project = /^projectName: (.+)$/m.exec(await readFile(path.join(root, 'PROJECT'), 'utf8'))?.[1] ?? '';
    const available = await availableFeatures(chart);
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
});

test('a chart is made byte for byte again, and keeps what people changed', async () => {
  const root = rootOf('without an API');
  const chart = path.join(root, 'dist/chart');
  expect((await runCli(root, ['build-chart', '--image', image, '--check'])).code).toBe(0);
  const values = path.join(chart, 'values.yaml');
  const service = path.join(chart, 'templates/rbac/leader-election-role.yaml');
  const own = path.join(chart, 'templates/own.yaml');
  await writeFile(values, (await readFile(values, 'utf8')).replace(/replicas: \d/, 'replicas: 5'));
  await writeFile(service, `# mine\n${await readFile(service, 'utf8')}`);
  await writeFile(own, '# own\n');
  const { code, stderr } = await runCli(root, ['build-chart', '--image', 'ghcr.io/acme/shop:v2.0.0']);
  expect(code).toBe(0);
  expect(stderr).toContain('leader-election-role.yaml stays as you changed it');
  expect(stderr).toContain('Chart.yaml has the appVersion v1.2.3, and the image the tag v2.0.0');
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

test('what config/ has no more goes away, unless somebody changed it', async () => {
  const root = rootOf('in its namespace, without webhooks');
  const inRbac = (name: string): string => path.join(root, 'dist/chart/templates/rbac', name);
  const list = path.join(root, 'config/rbac/kustomization.yaml');
  const text = await readFile(list, 'utf8');
  await writeFile(list, text.replace(/^- (metrics_reader_role|guestbook_viewer_role)\.yaml\n/gm, ''));
  const mine = `# mine\n${await readFile(inRbac('metrics-reader.yaml'), 'utf8')}`;
  await writeFile(inRbac('metrics-reader.yaml'), mine);
  const { stderr } = await runCli(root, ['build-chart', '--image', image]);
  await writeFile(list, text);
  expect(stderr).toContain('metrics-reader.yaml is of something that config/default has no more');
  expect(await readdir(inRbac(''))).not.toContain('guestbook-viewer-role.yaml');
  expect(await readFile(inRbac('metrics-reader.yaml'), 'utf8')).toBe(mine);
});

test('a webhook that would keep the manager itself from starting is named', async () => {
  const root = path.join(folder.root, 'pods');
  await cp(path.resolve('test/golden/projects/several-groups'), root, { recursive: true });
  const { code, stderr } = await runCli(root, ['build-chart', '--image', image]);
  expect(code).toBe(0);
  expect(stderr).toContain('the webhook mpod-v1.core.kb.io is asked about every pod');
  const file = path.join(root, 'config/webhook/manifests.yaml');
  const selector = '{matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [fleet-system]}]}';
  await writeFile(file, `${await readFile(file, 'utf8')}  namespaceSelector: ${selector}\n`);
  expect((await runCli(root, ['build-chart', '--image', image])).stderr).not.toContain('asked about every pod');
  expect(await helm('template', 'x', path.join(root, 'dist/chart'), '-n', 'elsewhere')).toMatch(
    /operator: NotIn\n\s+values:\n\s+- "elsewhere"\n/,
  );
});

describe('values', () => {
  const chartOf = (name: string): string => path.join(rootOf(name), 'dist/chart');

  test.each([
    ['prometheus.enabled=true,metrics.enabled=false', 'prometheus.enabled needs metrics.enabled'],
    ['manager.replicas=2,manager.leaderElection.enabled=false', 'needs manager.leaderElection.enabled'],
    ['serviceAccount.create=false', 'needs serviceAccount.name'],
    ['manager.replica=2', 'replica'],
    ['manager.logLevel=loud', 'logLevel'],
    ['manager.replicas=-1', 'replicas'],
  ])('that cannot work are refused: %s', async (values, message) => {
    const chart = chartOf('with webhooks and conversion');
    await expect(helm('template', 'app', chart, '--set', values)).rejects.toThrow(message);
  });

  test.each(['with webhooks and conversion', 'in its namespace, without webhooks'])(
    'of a wrong type are refused, each of them: %s',
    async (name) => {
      const chart = chartOf(name);
      const { values } = JSON.parse(await readFile(path.join(chart, '.kbts-chart.json'), 'utf8')) as {
        values: object;
      };
      const leaves = leavesOf(values);
      expect(leaves.length).toBeGreaterThan(30);
      // Helm names all that is wrong at once.
      for (const wrong of [[1], 'text', 1.5, true, { a: { b: 1 } }]) {
        const file = path.join(folder.root, 'wrong.json');
        // A list of numbers is none of the lists that there are, and this map fits where anything does.
        const fits = (value: unknown): boolean => kindOf(wrong) !== 'list' && kindOf(value) === kindOf(wrong);
        const asked = leaves.filter(([, value]) => !fits(value));
        await writeFile(file, JSON.stringify(nested(asked.map(([place]) => [place, wrong]))));
        const said = await helm('template', 'app', chart, '-f', file).catch((error: Error) => error.message);
        const silent = asked.filter(([place]) => !said.includes(`'/${place.replaceAll('.', '/')}`));
        expect(silent.map(([place]) => `${place}=${JSON.stringify(wrong)}`)).toEqual([]);
      }
    },
  );
});

test.each(Object.keys(projects))('a network policy lets the pod of helm test in: %s', async (name) => {
  const chart = path.join(rootOf(name), 'dist/chart');
  const text = await helm('template', 'x', chart, '--set', 'networkPolicy.enabled=true,metrics.enabled=true');
  const objects = objectsIn(text);
  const pod = objects.find(({ kind }) => kind === 'Pod');
  const manager = objects.find(({ kind }) => kind === 'Deployment') as Described | undefined;
  const port = name.includes('with webhooks') ? 9443 : 8443;
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy') as Described[];
  const open = policies.filter(
    ({ spec }) =>
      matches(spec.podSelector?.matchLabels, manager?.spec.template?.metadata.labels) &&
      spec.ingress?.some(
        ({ from, ports }) =>
          ports?.some((one) => one.port === port) &&
          (from === undefined || from.some((peer) => matches(peer.podSelector?.matchLabels, pod?.metadata.labels))),
      ),
  );
  expect(policies.length).toBeGreaterThan(1);
  expect(open).toHaveLength(1);
});

type Labels = Readonly<Record<string, string>>;
interface Selector {
  readonly matchLabels?: Labels;
}
interface Described extends KubeObject {
  readonly spec: {
    readonly podSelector?: Selector;
    readonly ingress?: readonly {
      readonly from?: readonly { readonly podSelector?: Selector }[];
      readonly ports?: readonly { readonly port: number }[];
    }[];
    readonly template?: { readonly metadata: { readonly labels: Labels } };
  };
}

function matches(wanted: Labels | undefined, labels: Labels | undefined): boolean {
  return wanted !== undefined && Object.entries(wanted).every(([key, value]) => labels?.[key] === value);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

/** Values without names of their own below them, by their path. */
function leavesOf(values: object, before = ''): [string, unknown][] {
  return Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    const place = before + key;
    const isLeaf = kindOf(value) !== 'object' || freeMaps.has(place) || Object.keys(value as object).length === 0;
    return isLeaf ? [[place, value]] : leavesOf(value as object, `${place}.`);
  });
}

const freeMaps = new Set(['manager.resources', 'manager.securityContext', 'manager.podSecurityContext']);

function nested(entries: readonly (readonly [string, unknown])[]): object {
  const root: Record<string, unknown> = {};
  for (const [place, value] of entries) {
    const keys = place.split('.');
    const last = keys.pop() ?? '';
    let at = root;
    for (const key of keys) at = (at[key] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return root;
}

describe('bad input', () => {
  const build = async (...more: string[]): Promise<{ code: number; stderr: string }> =>
    runCli(rootOf('without an API'), ['build-chart', '--image', image, ...more]);
  const inChart = (...parts: string[]): string => path.join(rootOf('without an API'), 'dist/chart', ...parts);

  /** Runs with a change in the chart that must be refused, and takes it back; nothing else may have changed. */
  async function refused(change: () => Promise<void>, undo: () => Promise<void>): Promise<string> {
    await change();
    const before = await contentsOf(inChart());
    const { code, stderr } = await build('--force');
    const after = await contentsOf(inChart());
    await undo();
    expect(code).toBe(1);
    expect(after).toEqual(before);
    return stderr;
  }

  async function withText(file: string, text: string): Promise<string> {
    const old = await readFile(inChart(file), 'utf8');
    return refused(
      () => writeFile(inChart(file), text),
      () => writeFile(inChart(file), old),
    );
  }

  test.each([
    ['values.yaml', 'manager: [', 'values.yaml cannot be merged'],
    ['values.yaml', '- a\n', 'it is not a map'],
    ['values.yaml', 'a: 1\na: 2\n', 'values.yaml cannot be merged'],
    ['values.yaml', 'a: *b\n', 'values.yaml cannot be merged'],
    ['Chart.yaml', 'apiVersion: [', 'Chart.yaml cannot be read'],
    ['Chart.yaml', 'apiVersion: v1\nname: a\nversion: 1.0.0\n', 'apiVersion: v2'],
    ['Chart.yaml', 'apiVersion: v2\nname: a\nversion: 1.0\n', 'no semantic version'],
    ['Chart.yaml', 'apiVersion: v2\nname: a\nversion: v1.0.0\n', 'no semantic version'],
    ['Chart.yaml', 'apiVersion: v2\nname: a\nversion: 01.0.0\n', 'no semantic version'],
    ['Chart.yaml', 'apiVersion: v2\nname: a\n', 'no semantic version'],
    ['.kbts-chart.json', '{"files":', 'cannot tell which changes are yours'],
    ['.kbts-chart.json', '{"files":{"a":1},"values":{}}', 'cannot tell which changes are yours'],
  ])('%s with %j', async (file, text, message) => {
    expect(await withText(file, text)).toContain(message);
  });

  test('a template that is a link, and a folder of templates that is one', async () => {
    const elsewhere = path.join(folder.root, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(path.join(elsewhere, 'x.yaml'), 'mine\n');
    for (const [place, target] of [
      ['templates/checks.yaml', path.join(elsewhere, 'x.yaml')],
      ['templates/rbac', elsewhere],
    ] as const) {
      const aside = path.join(folder.root, 'aside');
      const said = await refused(
        async () => {
          await cp(inChart(place), aside, { recursive: true });
          await rm(inChart(place), { recursive: true });
          await symlink(target, inChart(place));
        },
        async () => {
          await rm(inChart(place));
          await cp(aside, inChart(place), { recursive: true });
          await rm(aside, { recursive: true });
        },
      );
      expect(said).toContain(`${place} is a link`);
    }
    expect(await contentsOf(elsewhere)).toEqual({ 'x.yaml': 'mine\n' });
  });

  test('a folder with foreign files, one outside the project, and a file in its place', async () => {
    const root = rootOf('without an API');
    await writeFile(path.join(root, 'src/notes.txt'), 'mine\n');
    await writeFile(path.join(root, 'a-file'), 'mine\n');
    for (const [place, code] of [
      ['src', 'file-exists'],
      ['../out', 'outside-project'],
      ['a-file', ''],
    ] as const) {
      const result = await build('--output-dir', place);
      expect(result.code, place).toBe(1);
      expect(result.stderr).toContain(code);
    }
    expect(await readFile(path.join(root, 'src/notes.txt'), 'utf8')).toBe('mine\n');
    expect(await readFile(path.join(root, 'a-file'), 'utf8')).toBe('mine\n');
    expect(await readdir(folder.root)).not.toContain('out');
  });
});

async function contentsOf(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [path.relative(root, file), await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

function switches(on: readonly Feature[], available: readonly Feature[]): string[] {
  return available.flatMap((name) => ['--set', `${features[name].value}=${on.includes(name)}`]);
}

/** What kustomize renders from a copy of config/ with these components, switched by the command that users have. */
async function kustomizeWith(root: string, on: readonly Feature[], available: readonly Feature[]): Promise<string> {
  const copy = path.join(folder.root, 'copy');
  await rm(copy, { recursive: true, force: true });
  await cp(root, copy, { recursive: true });
  const names = (wanted: boolean): string[] =>
    available.filter((name) => on.includes(name) === wanted).map((name) => features[name].component);
  if (names(false).length > 0) await runOk(copy, 'edit', '--disable', names(false).join());
  if (names(true).length > 0) await runOk(copy, 'edit', '--enable', names(true).join());
  return runProgram('kubectl', 'kustomize', path.join(copy, 'config/default'));
}
