/** `kbts build-chart`: a Helm chart of config/default. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import { renderSet } from '../../scaffold/template-tree.js';
import type { FileChange } from '../../scaffold/file-change.js';
import { longestName, managerNames, namesOfRelease, objectTemplates, partsOf } from '../../ship/chart/chart-files.js';
import { type ChartRecord, decideTemplate, hashOf, mergeValues } from '../../ship/chart/kept-edits.js';
import {
  type OperatorParts,
  imagesOf,
  managerContainer,
  managerOf,
  operatorParts,
  stringAt,
  webhookServices,
} from '../../ship/operator.js';
import type { ValuesSource } from '../../ship/chart/value-fields.js';
import { nameToken, namespaceToken } from '../../ship/chart/parameters.js';
import { defaultValues, valuesSchema, valuesText } from '../../ship/chart/values.js';
import type { CommandSurroundings } from '../cluster/command-progress.js';
import { placeholderWarnings } from '../cluster/image/docker.js';
import { parseImage } from '../cluster/image/image-reference.js';
import { webhooksThatBlockPods } from '../cluster/deploy/own-webhooks.js';
import type { CommandPlan } from '../command-plan.js';
import { loadProject } from '../load-project.js';
import { readChartFolder, recordFile, refuseLinks } from './chart-folder.js';
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

/** Made once; then they belong to the user. */
const usersOwn = new Set(['Chart.yaml', '.helmignore']);

/** Plans the chart; the same config gives the same bytes. */
export async function buildChart(surroundings: CommandSurroundings, options: BuildChartOptions): Promise<CommandPlan> {
  const { root, progress } = surroundings;
  const folder = options.outputDir ?? layout.chart;
  const { project } = await loadProject(root);
  const { files: onDisk, record, appVersion } = await readChartFolder(root, folder);
  const source = await progress.step('render config/default', () => renderVariants(surroundings, options.image));
  const parts = partsOf(source.variants);
  const values = valuesSource(source, parts);
  const chart = project.projectName;
  const asked = { chart, hasWebhooks: webhookServices(parts).size > 0 };
  const generated = new Map([...staticFiles(source, values, asked), ...objectTemplates(source.variants, chart)]);
  generated.set('values.schema.json', valuesSchema(values));
  await refuseLinks(root, folder, [...generated.keys(), 'values.yaml', recordFile]);
  const kept: string[] = [];
  const decided = new Map<string, string | undefined>();
  const recorded = record?.files ?? {};
  for (const name of new Set([...generated.keys(), ...Object.keys(recorded)])) {
    const text = generated.get(name);
    if (usersOwn.has(name) && onDisk.has(name)) continue;
    const decision = decideTemplate(onDisk.get(name), recorded[name], text, options.force === true);
    if (decision.kind === 'write') decided.set(name, decision.text);
    else if (decision.kind === 'delete') decided.set(name, undefined);
    else if (text !== undefined) kept.push(`${folder}/${name} stays as you changed it; --force replaces it`);
    else if (onDisk.has(name))
      kept.push(`${folder}/${name} is of something that config/default has no more; it stays because you changed it`);
  }
  decided.set('values.yaml', mergedValues(onDisk.get('values.yaml'), record, values));
  decided.set(recordFile, recordText(generated, values));
  const changes = changesFor(folder, decided, onDisk);
  if (options.check === true && changes.length > 0) throw drift(changes);
  return {
    root,
    changes,
    warnings: [
      ...placeholderWarnings(imagesOf([values.deployment])),
      ...oldVersion(appVersion, values.image.tag, folder),
      ...blockingWebhooks(parts),
      ...kept,
    ],
    next: [`helm install ${chart} ${folder} --namespace ${chart}-system --create-namespace`],
  };
}

/** Chart.yaml is raised by people, who should not forget it. */
function oldVersion(appVersion: string | undefined, tag: string, folder: string): string[] {
  if (appVersion === undefined || tag === '' || appVersion === tag) return [];
  return [
    `${folder}/Chart.yaml has the appVersion ${appVersion}, and the image the tag ${tag}: raise version and appVersion`,
  ];
}

/** Helm installs the webhooks together with the pods that serve them. */
function blockingWebhooks({ mutatingWebhooks, validatingWebhooks }: OperatorParts): string[] {
  return [...mutatingWebhooks, ...validatingWebhooks].flatMap((configuration) =>
    webhooksThatBlockPods(configuration, namespaceToken).map(
      (name) =>
        `the webhook ${name} is asked about every pod, also about the manager's own: while the manager is down, none can be created. Let its namespaceSelector leave out the namespace of the release`,
    ),
  );
}

function drift(changes: readonly FileChange[]): UserError {
  const files = changes.map((change) => change.path).join(', ');
  return new UserError('drift', `these files are not up to date: ${files}`, {
    fix: 'run "kbts build-chart" and commit the result',
  });
}

function valuesSource(
  { asConfigured, available, enabled, variants, prefix }: ChartSource,
  parts: OperatorParts,
): ValuesSource {
  const deployment = managerOf(operatorParts(asConfigured.objects));
  if (deployment === undefined) {
    throw new UserError('not-found', 'config/default renders no Deployment of the name controller-manager', {
      fix: 'restore config/manager/manager.yaml from version control',
    });
  }
  const container = managerContainer(deployment);
  if (container === undefined)
    throw new UserError('not-found', `Deployment ${deployment.metadata.name} has no container of the name manager`, {
      fix: 'give the container of the operator that name in config/manager/manager.yaml',
    });
  const image = parseImage(stringAt(container, 'image') ?? '', 'the image of the container manager');
  const { name, tag = '', digest = '' } = image;
  return {
    deployment,
    image: { repository: name, tag, digest },
    available,
    enabled,
    hasCrds: parts.crds.length > 0,
    longestName: longestName(variants, prefix),
  };
}

function staticFiles(
  source: ChartSource,
  values: ValuesSource,
  { chart, hasWebhooks }: { chart: string; hasWebhooks: boolean },
): Map<string, string> {
  const { manager, account } = managerNames(partsOf(source.variants));
  const service = hasWebhooks ? 'webhook-service' : 'controller-manager-metrics-service';
  const variables = {
    chart,
    prefix: source.prefix,
    appVersion: values.image.tag || 'latest',
    longestName: values.longestName,
    manager: namesOfRelease(manager, chart),
    account: quotedName(account, chart),
    hasCrds: values.hasCrds,
    hasPrometheus: source.available.includes('prometheus'),
    hasMetricsCertificate: source.available.includes('metricsCertificate'),
    testCondition: hasWebhooks ? 'true' : source.available.includes('metrics') ? '.Values.metrics.enabled' : 'false',
    testAddress: `{{ include "${chart}.fullname" . }}-${service}:${hasWebhooks ? '443' : '8443/metrics'}`,
  };
  const files = new Map(renderSet('chart', variables).map((file) => [file.path, file.text]));
  // Webhooks are open to all: only the policy of the metrics needs an exception.
  const needsPolicy =
    !hasWebhooks && ['metrics', 'networkPolicy'].every((one) => source.available.some((it) => it === one));
  if (!needsPolicy) files.delete('templates/tests/network-policy.yaml');
  return files;
}

/** A name as an expression of Helm's templates. */
function quotedName(name: string, chart: string): string {
  const rest = name.startsWith(nameToken) ? name.slice(nameToken.length) : undefined;
  return rest === undefined ? JSON.stringify(name) : `(printf "%s${rest}" (include "${chart}.fullname" .))`;
}

function recordText(generated: ReadonlyMap<string, string>, values: ValuesSource): string {
  const names = [...generated.keys()].filter((name) => !usersOwn.has(name)).sort();
  const files = Object.fromEntries(names.map((name) => [name, hashOf(generated.get(name) ?? '')]));
  return `${JSON.stringify({ files, values: defaultValues(values) }, undefined, 2)}\n`;
}

function mergedValues(onDisk: string | undefined, record: ChartRecord | undefined, source: ValuesSource): string {
  const fresh = valuesText(source);
  return onDisk === undefined ? fresh : mergeValues(onDisk, record?.values ?? {}, defaultValues(source), fresh);
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
