/** Dashboards and alert rules, judged by Prometheus' own parser and engine on what a running operator serves. */
import { execFile, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { controller } from '../../../src/runtime/frame/controller-value.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { createManager } from '../../../src/runtime/manager/manager.js';
import { webhook } from '../../../src/runtime/webhook/webhook-value.js';
import { eventually, startControlPlane } from '../../../src/testing/index.js';
import { fromYaml, parseAllDocuments, toYaml } from '../../../src/yaml.js';
import { runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';
import { temporaryFolder } from '../../project-folder.js';
import { Book, ConfigMap } from '../../runtime/controller/library.js';
import { compute } from '../../runtime/event-loop.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { program } from './operator-sdk.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

interface Verdict {
  readonly error?: string;
  readonly selectors: readonly { readonly name: string; readonly labels: readonly string[] }[];
  readonly series: number;
  readonly infos: readonly string[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
}
interface RuleObject {
  readonly kind: string;
  readonly spec: { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
}

const run = promisify(execFile);
const target = { job: 'shop', namespace: 'shop-system', pod: 'shop-0' };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let scrapes: readonly string[];

beforeAll(async () => {
  await ensureBinaries(['kubectl', 'promql-judge']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  folder = await temporaryFolder('shop');
  root = folder.root;
  const kind = ['--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'];
  await runOk(root, 'init', '--project-name', 'shop', '--skip-install', '--kbts', '*');
  await runOk(root, 'create', 'api', ...kind);
  await runOk(root, 'create', 'webhook', ...kind, '--defaulting');
  await runOk(root, 'build-dashboards');
  await runOk(root, 'edit', '--enable', 'prometheus');
  scrapes = await scrapeOperator();
});
afterAll(async () => folder?.clean());

/** What an operator with a controller, a webhook and an election serves, before and after some work. */
async function scrapeOperator(): Promise<string[]> {
  const plane = await startControlPlane({
    kind: 'embedded',
    crds: ['test/runtime/controller/testdata/books.yaml'],
    webhooks: { paths: ['test/runtime/manager/testdata/webhooks.yaml'] },
  });
  const manager = await createManager({
    config: plane.config,
    log: silentLogger,
    webhooks: plane.webhooks,
    leaderElection: { id: 'shop.my.domain', namespace: 'default' },
    metrics: { bind: '127.0.0.1:0', secure: false },
  });
  manager.add(webhook(Book).validate({ create: () => undefined }));
  let reconciled = 0;
  manager.add(
    controller(Book).reconcile(async ({ metadata: { name, namespace } }, { client }) => {
      await client.apply(ConfigMap, { metadata: { name, namespace }, data: { a: 'b' } }, { fieldManager: 'shop' });
      compute(300);
      reconciled += 1;
    }),
  );
  const stop = new AbortController();
  const ended = manager.start(stop.signal);
  try {
    await manager.elected;
    const made = async (name: string): Promise<string> => {
      const before = reconciled;
      await plane.client.create(new Book({ metadata: { name, namespace: 'default' }, spec: { pages: 1 } }));
      await eventually(() => expect(reconciled).toBeGreaterThan(before));
      return manager.metrics.text();
    };
    return [await made('a'), await made('b'), await made('c')];
  } finally {
    stop.abort();
    await ended;
    await plane.stop();
  }
}

/** What Prometheus says about expressions and rules. */
async function judge(queries: readonly string[], rules = ''): Promise<{ queries: Verdict[]; rules: string[] }> {
  const child = spawn(program('promql-judge'), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ queries, rules, scrapes, labels: target }));
  return JSON.parse(await text(child.stdout)) as { queries: Verdict[]; rules: string[] };
}

/** Without the variables that Grafana fills in. */
function filledIn(expr: string): string {
  return expr
    .replaceAll('$__rate_interval', '5m')
    .replaceAll('$job', target.job)
    .replaceAll(/\$(?:namespace|pod)/g, '.*');
}

/** Types and labels of the metrics on the page, under every name that a series has. */
function metricsOn(page: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>([['up', new Set()]]);
  for (const [, name = '', type = ''] of page.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    for (const one of names) found.set(one, new Set());
  }
  for (const [, name = '', labels = ''] of page.matchAll(/^(\w+)\{(.*)\} /gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found.get(name)?.add(label);
  return found;
}

async function panelQueries(): Promise<string[]> {
  const files = (await readdir(path.join(root, 'grafana'))).filter((file) => file.endsWith('metrics.json'));
  const texts = await Promise.all(files.map(async (file) => readFile(path.join(root, 'grafana', file), 'utf8')));
  return texts.flatMap((one) => {
    const { panels } = JSON.parse(one) as { panels: { targets?: { expr: string }[] }[] };
    return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => filledIn(expr)));
  });
}

async function ruleObject(): Promise<RuleObject> {
  return fromYaml(await readFile(path.join(root, 'config/components/prometheus/alerts.yaml'), 'utf8')) as RuleObject;
}

function expectServed(verdicts: readonly Verdict[]): void {
  const served = metricsOn(scrapes.join('\n'));
  for (const { name, labels } of verdicts.flatMap(({ selectors }) => selectors)) {
    expect([...served.keys()]).toContain(name);
    const own = labels.filter((label) => !(label in target));
    expect([...(served.get(name) ?? [])]).toEqual(expect.arrayContaining(own));
  }
}

test('the judge refuses what Prometheus refuses', async () => {
  const wrong = await judge(
    ['sum by (', 'rate(up)', 'up[$__rate_interval]'],
    'groups: [{name: a, rules: [{alert: A, expr: "1 +"}]}]',
  );

  expect(wrong.queries.map(({ error }) => error !== undefined)).toEqual([true, true, true]);
  expect(wrong.rules).toHaveLength(1);
});

test('every question of a panel is PromQL, asks for metrics that the operator serves, and gets an answer', async () => {
  const queries = await panelQueries();
  expect(queries.length).toBeGreaterThan(40);

  const { queries: verdicts } = await judge(queries);

  const unanswered = queries.filter((_, index) => (verdicts[index]?.series ?? 0) === 0);
  expect(verdicts.flatMap(({ error, infos }) => [error ?? [], infos].flat())).toEqual([]);
  expectServed(verdicts);
  expect(unanswered).toEqual([]);
});

describe('the alert rules', () => {
  test('are a rule file of Prometheus', async () => {
    expect((await judge([], toYaml((await ruleObject()).spec))).rules).toEqual([]);
  });

  test('ask for metrics that the operator serves, and are silent while it works', async () => {
    const rules = (await ruleObject()).spec.groups.flatMap((group) => group.rules);
    // The loop was held on purpose.
    const expected = rules.filter(({ alert }) => alert !== 'OperatorEventLoopHeld');

    const { queries: verdicts } = await judge(expected.map(({ expr }) => expr));

    expect(verdicts.flatMap(({ error, infos }) => [error ?? [], infos].flat())).toEqual([]);
    expectServed(verdicts);
    expect(expected.filter((_, index) => verdicts[index]?.series !== 0).map(({ alert }) => alert)).toEqual([]);
  });

  test('compare something: each has a value for its threshold', async () => {
    const rules = (await ruleObject()).spec.groups.flatMap((group) => group.rules);
    const values = rules
      .filter(({ alert }) => alert !== 'OperatorDown')
      .map(({ expr }) => expr.replace(/ (?:>|==) [\d.]+$/, '').replace(/^\((.*) >= .*$/, '$1'))
      // No request failed.
      .map((expr) => expr.replace(/(rest_client_requests_total.*)code=~"[^"]*"/, '$1code!=""'));

    const { queries: verdicts } = await judge(values);

    expect(values.filter((_, index) => (verdicts[index]?.series ?? 0) === 0)).toEqual([]);
  });

  test('tell of an operator that is not there, by its name', async () => {
    const rules = (await ruleObject()).spec.groups.flatMap((group) => group.rules);
    const down = rules.find(({ alert }) => alert === 'OperatorDown')?.expr ?? '';
    const absent = down.replaceAll('job="shop"', 'job="none"');

    const { queries } = await judge([`(${absent}) == on (job) label_replace(vector(1), "job", "none", "", "")`]);

    expect(queries.map(({ error, series }) => [error, series])).toEqual([[undefined, 1]]);
  });

  test('are rendered with the component only, and the monitor calls the job after the operator', async () => {
    const on = await rendered();
    expect(on.filter(({ kind }) => kind === 'PrometheusRule')).toHaveLength(1);
    expect(on.find(({ kind }) => kind === 'ServiceMonitor')?.spec).toMatchObject({
      jobLabel: 'app.kubernetes.io/name',
    });
    const service = on.find(({ kind, metadata }) => kind === 'Service' && metadata.name.includes('metrics'));
    expect(service?.metadata.labels?.['app.kubernetes.io/name']).toBe(target.job);
    await runOk(root, 'edit', '--disable', 'prometheus');
    expect((await rendered()).filter(({ kind }) => kind === 'PrometheusRule')).toEqual([]);
    await runOk(root, 'edit', '--enable', 'prometheus');
  });
});

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: unknown;
}

async function rendered(): Promise<Rendered[]> {
  const { stdout } = await run(program('kubectl'), ['kustomize', path.join(root, 'config/default')]);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Rendered);
}
