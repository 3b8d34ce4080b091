/** `kbts build-chart`: a Helm chart of config/default. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { renderSet } from '../../scaffold/template-tree.js';
import type { FileChange } from '../../scaffold/file-change.js';
import { longestName, managerDeployment, objectTemplates } from '../../ship/chart/chart-files.js';
import {
  type ChartRecord,
  decideTemplate,
  hashOf,
  mergeValues,
  readRecord,
  ValuesProblem,
} from '../../ship/chart/kept-edits.js';
import { type Json, valueAt } from '../../ship/json.js';
import { managerOf, type ValuesSource } from '../../ship/chart/value-fields.js';
import { defaultValues, valuesSchema, valuesText } from '../../ship/chart/values.js';
import type { CommandSurroundings } from '../cluster/command-progress.js';
import { placeholderWarnings } from '../cluster/image/docker.js';
import { parseImage } from '../cluster/image/image-reference.js';
import type { CommandPlan } from '../command-plan.js';
import { loadProject } from '../load-project.js';
import { type ChartSource, renderVariants } from './chart-variants.js';
import { layout } from '../../project/layout.js';

/** Flags of `build-chart`. */
export interface BuildChartOptions {
  readonly image?: string;
  /** Relative to the root; `dist/chart` by default. */
  readonly outputDir?: string;
  /** Overwrite what people have changed in generated templates. */
  readonly force?: boolean;
  /** Reject with the code `drift` when the chart is not up to date. */
  readonly check?: boolean;
}

const recordFile = '.kbts-chart.json';
/** Made once; then they belong to the user. */
const usersOwn = new Set(['Chart.yaml', '.helmignore']);

/** Plans the chart; the same config gives the same bytes. */
export async function buildChart(surroundings: CommandSurroundings, options: BuildChartOptions): Promise<CommandPlan> {
  const { root, progress } = surroundings;
  const folder = options.outputDir ?? layout.chart;
  const { project } = await loadProject(root);
  const source = await progress.step('render config/default', () => renderVariants(surroundings, options.image));
  const values = valuesSource(source);
  const chart = project.projectName;
  const generated = new Map([...staticFiles(source, values, chart), ...objectTemplates(source.variants, chart)]);
  generated.set('values.schema.json', valuesSchema(values));
  const onDisk = await readChart(path.join(root, folder));
  const record = recordOf(onDisk.get(recordFile), `${folder}/${recordFile}`);
  if (onDisk.size > 0 && record === undefined && !onDisk.has('Chart.yaml')) throw foreignFolder(folder);
  const kept: string[] = [];
  const decided = new Map<string, string | undefined>();
  const recorded = record?.files ?? {};
  for (const name of new Set([...generated.keys(), ...Object.keys(recorded)])) {
    const text = generated.get(name);
    if (usersOwn.has(name) && onDisk.has(name)) continue;
    const decision = decideTemplate(onDisk.get(name), recorded[name], text, options.force === true);
    if (decision.kind === 'write') decided.set(name, decision.text);
    else if (decision.kind === 'delete') decided.set(name, undefined);
    else if (text !== undefined) kept.push(name);
  }
  decided.set('values.yaml', mergedValues(onDisk.get('values.yaml'), record, values, folder));
  decided.set(recordFile, recordText(generated, values));
  const changes = changesFor(folder, decided, onDisk);
  if (options.check === true && changes.length > 0) throw drift(changes);
  return {
    root,
    changes,
    warnings: [...placeholderWarnings([imageOf(source)]), ...kept.map((name) => keptWarning(folder, name))],
    next: [`helm install ${chart} ${folder} --namespace ${chart}-system --create-namespace`],
  };
}

function keptWarning(folder: string, name: string): string {
  return `${folder}/${name} stays as you changed it; --force replaces it`;
}

function drift(changes: readonly FileChange[]): UserError {
  const files = changes.map((change) => change.path).join(', ');
  return new UserError('drift', `these files are not up to date: ${files}`, {
    fix: 'run "kbts build-chart" and commit the result',
  });
}

function foreignFolder(folder: string): UserError {
  return new UserError('file-exists', `${folder} contains files that are not a chart`, {
    fix: 'choose another folder with --output-dir, or move the files away',
  });
}

function valuesSource({ asConfigured, available, enabled, variants }: ChartSource): ValuesSource {
  const deployment = managerDeployment(asConfigured.objects);
  if (deployment === undefined) {
    throw new UserError('not-found', 'config/default renders no Deployment of the name controller-manager', {
      fix: 'restore config/manager/manager.yaml from version control',
    });
  }
  const { name, tag = '', digest = '' } = parseImage(imageIn(deployment));
  const hasCrds = variants.some(({ objects }) => objects.some(({ kind }) => kind === 'CustomResourceDefinition'));
  return { deployment, image: { repository: name, tag, digest }, available, enabled, hasCrds };
}

function imageOf({ asConfigured }: ChartSource): string {
  return imageIn(managerDeployment(asConfigured.objects));
}

function imageIn(deployment: Json | undefined): string {
  const image = valueAt(managerOf(valueAt(deployment, 'spec', 'template', 'spec')), 'image');
  return typeof image === 'string' ? image : '';
}

function staticFiles(source: ChartSource, values: ValuesSource, chart: string): Map<string, string> {
  const hasWebhooks = source.variants.some(({ objects }) =>
    objects.some(({ kind, metadata }) => kind === 'Service' && metadata.name.includes('webhook')),
  );
  const service = hasWebhooks ? 'webhook-service' : 'controller-manager-metrics-service';
  const variables = {
    chart,
    prefix: source.prefix,
    appVersion: values.image.tag || 'latest',
    longestName: longestName(source.variants),
    hasCrds: values.hasCrds,
    hasPrometheus: source.available.includes('prometheus'),
    hasMetricsCertificate: source.available.includes('metricsCertificate'),
    testCondition: hasWebhooks ? 'true' : source.available.includes('metrics') ? '.Values.metrics.enabled' : 'false',
    testAddress: `{{ include "${chart}.fullname" . }}-${service}:${hasWebhooks ? '443' : '8443/metrics'}`,
  };
  return new Map(renderSet('chart', variables).map((file) => [file.path, file.text]));
}

async function readChart(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(async (entry): Promise<[string, string]> => {
    const full = path.join(entry.parentPath, entry.name);
    return [path.relative(folder, full).split(path.sep).join('/'), await readFile(full, 'utf8')];
  });
  return new Map(await Promise.all(texts));
}

function recordOf(text: string | undefined, where: string): ChartRecord | undefined {
  if (text === undefined) return undefined;
  const record = readRecord(text);
  if (record !== undefined) return record;
  throw new UserError('file-changed', `${where} cannot be read, so kbts cannot tell which changes are yours`, {
    fix: 'restore it from version control, or delete the folder to make the chart from the start',
  });
}

function recordText(generated: ReadonlyMap<string, string>, values: ValuesSource): string {
  const names = [...generated.keys()].filter((name) => !usersOwn.has(name)).sort();
  const files = Object.fromEntries(names.map((name) => [name, hashOf(generated.get(name) ?? '')]));
  return `${JSON.stringify({ files, values: defaultValues(values) }, undefined, 2)}\n`;
}

function mergedValues(
  onDisk: string | undefined,
  record: ChartRecord | undefined,
  source: ValuesSource,
  folder: string,
): string {
  const fresh = valuesText(source);
  if (onDisk === undefined) return fresh;
  try {
    return mergeValues(onDisk, record?.values ?? {}, defaultValues(source), fresh);
  } catch (error) {
    if (!(error instanceof ValuesProblem)) throw error;
    throw new UserError('file-changed', `${folder}/values.yaml cannot be merged: ${error.message}`, {
      fix: 'correct the file, or delete it to get the defaults',
      cause: error,
    });
  }
}

function changesFor(
  folder: string,
  decided: ReadonlyMap<string, string | undefined>,
  onDisk: ReadonlyMap<string, string>,
): FileChange[] {
  return [...decided]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, text]): FileChange[] => {
      const before = onDisk.get(name);
      const file = path.posix.join(folder, name);
      if (text === undefined) return before === undefined ? [] : [{ kind: 'delete', path: file, before }];
      if (before === undefined) return [{ kind: 'create', path: file, text }];
      return before === text ? [] : [{ kind: 'regenerate', path: file, before, text }];
    });
}
