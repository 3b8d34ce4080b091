import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildDashboards } from '../../../src/commands/ship/build-dashboards.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { projectForTests } from '../project-for-tests.js';

const project = projectForTests(['--project-name', 'shop'], 'create api --group webapp --version v1 --kind Guestbook');
const rules = 'config/components/prometheus/alerts.yaml';
const controllers = 'grafana/controller-runtime-metrics.json';
const custom = 'grafana/custom-metrics/config.yaml';

async function written(root: string, file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}

test('writes the files that kubebuilder writes, and rules into the component', async () => {
  const root = await project();

  await runOk(root, 'edit', '--plugins=grafana/v1-alpha');

  const files = await readdir(path.join(root, 'grafana'), { recursive: true });
  expect(files.sort()).toEqual([
    '.kbts-grafana.json',
    'controller-resources-metrics.json',
    'controller-runtime-metrics.json',
    'custom-metrics',
    'custom-metrics/config.yaml',
  ]);
  expect(await written(root, rules)).toContain('job="shop"');
  const list = await written(root, 'config/components/prometheus/kustomization.yaml');
  expect(list).toContain('- alerts.yaml\n');
  expect(list).toContain('- path: monitor_job_patch.yaml\n');
});

test('asks after webhooks when the project has some', async () => {
  const root = await project();
  await runOk(root, 'build-dashboards');
  expect(await written(root, controllers)).not.toContain('webhook');

  await runOk(root, ...'create webhook --group webapp --version v1 --kind Guestbook --defaulting'.split(' '));
  await runOk(root, 'build-dashboards');

  expect(await written(root, controllers)).toContain('controller_runtime_webhook_requests_total');
  expect(await written(root, rules)).toContain('OperatorWebhookErrors');
});

test('a second run changes nothing, and --check says so', async () => {
  const root = await project();
  expect((await runCli(root, ['build-dashboards', '--check'])).code).toBe(3);

  await runOk(root, 'build-dashboards');

  expect((await buildDashboards(root, {})).changes).toEqual([]);
  expect((await runCli(root, ['build-dashboards', '--check'])).code).toBe(0);
});

test('--dry-run and --diff write nothing', async () => {
  const root = await project();

  const dry = await runOk(root, 'build-dashboards', '--dry-run', '--verbose');
  const diff = await runOk(root, 'build-dashboards', '--diff');

  expect(dry).toContain(controllers);
  expect(diff).toContain('+  jobLabel: app.kubernetes.io/name');
  expect(await readdir(root)).not.toContain('grafana');
});

test('what people changed stays, until they insist', async () => {
  const root = await project();
  await runOk(root, 'build-dashboards');
  const edited = (await written(root, controllers)).replace('"refresh": "30s"', '"refresh": "5m"');
  await writeFile(path.join(root, controllers), edited);
  const list = 'config/components/prometheus/kustomization.yaml';
  await writeFile(path.join(root, list), (await written(root, list)).replace('- alerts.yaml\n', ''));

  const { code, stderr } = await runCli(root, ['build-dashboards']);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${controllers} stays as you changed it`)]);
  expect(await written(root, controllers)).toBe(edited);
  expect(await written(root, list)).not.toContain('alerts.yaml');

  await runOk(root, 'build-dashboards', '--force');
  expect(await written(root, controllers)).not.toBe(edited);
});

test('metrics of the operator’s own get their dashboard, and lose it with their list', async () => {
  const root = await project();
  await runOk(root, 'build-dashboards');
  const empty = await written(root, custom);
  await writeFile(path.join(root, custom), 'customMetrics:\n- metric: shop_sales_total\n  type: counter\n');

  await runOk(root, 'build-dashboards');
  const file = 'grafana/custom-metrics/custom-metrics-dashboard.json';
  expect(await written(root, file)).toContain('rate(shop_sales_total{');

  await writeFile(path.join(root, custom), empty);
  await runOk(root, 'build-dashboards');
  await expect(written(root, file)).rejects.toThrow('ENOENT');
});

test.each([
  ['customMetrics: 1\n', 'customMetrics is not a list'],
  ['customMetrics:\n- metric: a b\n  type: gauge\n', 'customMetrics[0].metric'],
  ['customMetrics:\n- metric: a\n  type: summary\n', 'customMetrics[0].type'],
  ['customMetrics:\n- metric: a\n  type: gauge\n  units: s\n', 'customMetrics[0].units'],
  ['metrics: []\n', '"metrics"'],
  ['a: [\n', 'YAML'],
])('a list that is not understood is an error: %j', async (text, word) => {
  const root = await project();
  await runOk(root, 'build-dashboards');
  await writeFile(path.join(root, custom), text);

  const { code, stderr } = await runCli(root, ['build-dashboards']);

  expect([code, stderr]).toEqual([1, expect.stringContaining(word)]);
});

test('a project without the component gets dashboards, and is told about the rules', async () => {
  const root = await project();
  await rm(path.join(root, 'config/components/prometheus'), { recursive: true });

  const { code, stderr } = await runCli(root, ['build-dashboards']);

  expect([code, stderr]).toEqual([0, expect.stringContaining('no alert rules')]);
  await expect(written(root, rules)).rejects.toThrow('ENOENT');
});

test('a record that cannot be read stops the command', async () => {
  const root = await project();
  await runOk(root, 'build-dashboards');
  await writeFile(path.join(root, 'grafana/.kbts-grafana.json'), '[]');

  await expect(buildDashboards(root, {})).rejects.toMatchObject({ code: 'file-changed' });
});
