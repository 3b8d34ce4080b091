/** `kbts build-dashboards`: Grafana dashboards and alert rules for the metrics that operators have. */
import { UserError } from '../../errors.js';
import { layout } from '../../project/layout.js';
import { hasWebhook } from '../../project/resource.js';
import { renderSet } from '../../scaffold/template-tree.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { addToYamlList } from '../../scaffold/yaml-list.js';
import { decideTemplate, hashOf, readRecord } from '../../ship/chart/kept-edits.js';
import { alertsText } from '../../ship/dashboard/alerts.js';
import { CustomMetricsProblem, customRows } from '../../ship/dashboard/custom-rows.js';
import { type DashboardFacts, dashboardText } from '../../ship/dashboard/dashboard.js';
import { resourceRows } from '../../ship/dashboard/resource-rows.js';
import { runtimeRows } from '../../ship/dashboard/runtime-rows.js';
import type { CommandPlan } from '../command-plan.js';
import { loadProject } from '../load-project.js';
import { enabledComponents } from '../project/components.js';
import { projectVariables } from '../project/template-variables.js';

/** Flags of `build-dashboards`. */
export interface BuildDashboardsOptions {
  /** Overwrite what people have changed. */
  readonly force?: boolean;
  /** Reject with the code `drift` when something is not up to date. */
  readonly check?: boolean;
}

const component = `${layout.components}/prometheus`;
const componentList = `${component}/kustomization.yaml`;
const [alerts, jobPatch] = ['alerts.yaml', 'monitor_job_patch.yaml'];
const customList = `${layout.dashboards}/custom-metrics/config.yaml`;
const recordFile = `${layout.dashboards}/.kbts-grafana.json`;

/** Plans dashboards and rules; the same project gives the same bytes. */
export async function buildDashboards(root: string, options: BuildDashboardsOptions): Promise<CommandPlan> {
  const { project, tree } = await loadProject(root);
  const facts = { project: project.projectName, hasWebhooks: project.resources.some(hasWebhook) };
  const templates = new Map(renderSet('grafana', projectVariables(project, '')).map(({ path, text }) => [path, text]));
  await tree.createIfAbsent(customList, templates.get(customList) ?? '');
  const generated = new Map([
    ...dashboards(facts, await tree.read(customList)),
    [`${component}/${alerts}`, alertsText(facts)],
    [`${component}/${jobPatch}`, templates.get(`${component}/${jobPatch}`) ?? ''],
  ]);
  const hasComponent = await tree.exists(componentList);
  if (hasComponent) await listRules(tree);
  else for (const file of [alerts, jobPatch]) generated.delete(`${component}/${file}`);
  const kept = await replaceUnchanged(tree, generated, options.force === true);
  const changes = tree.changes();
  if (options.check === true && changes.length > 0) throw drift(changes.map(({ path }) => path));
  return {
    root,
    changes,
    warnings: [
      ...kept.map((file) => `${file} stays as you changed it; --force replaces it`),
      ...(hasComponent ? [] : [`${component} does not exist, so there are no alert rules`]),
    ],
    next: await nextSteps(tree, hasComponent),
  };
}

function dashboards(
  { project, hasWebhooks }: { project: string; hasWebhooks: boolean },
  custom: string,
): Map<string, string> {
  const own = customRowsOf(custom);
  const facts = (file: string, about: string): DashboardFacts => ({
    id: `${project}/${file}`,
    title: `${project}: ${about}`,
    description: `The operator ${project}: ${about}. Made by "kbts build-dashboards".`,
    job: project,
    source: 'process_start_time_seconds',
  });
  const files: (readonly [string, string, ReturnType<typeof resourceRows>])[] = [
    ['controller-runtime-metrics.json', 'controllers', runtimeRows({ hasWebhooks })],
    ['controller-resources-metrics.json', 'resources', resourceRows()],
    ['custom-metrics/custom-metrics-dashboard.json', 'custom metrics', own],
  ];
  return new Map(
    files
      .filter(([, , rows]) => rows.length > 0)
      .map(([file, about, rows]) => [`${layout.dashboards}/${file}`, dashboardText(facts(file, about), rows)]),
  );
}

function customRowsOf(text: string): ReturnType<typeof customRows> {
  try {
    return customRows(text);
  } catch (error) {
    if (!(error instanceof CustomMetricsProblem)) throw error;
    throw new UserError('file-changed', `${customList} cannot be used: ${error.message}`, {
      fix: 'correct it, or delete it to get an empty list',
      cause: error,
    });
  }
}

/** The rules belong to the component from when they are made; who takes them off its lists keeps it so. */
async function listRules(tree: WorkingTree): Promise<void> {
  if (await tree.exists(`${component}/${alerts}`)) return;
  await tree.edit(componentList, (text) => {
    const listed = addToYamlList(text, 'resources', alerts, componentList);
    return addToYamlList(listed, 'patches', { path: jobPatch }, componentList);
  });
}

/** Writes what nobody has changed, and deletes what is not made any more; returns what stays. */
async function replaceUnchanged(
  tree: WorkingTree,
  generated: ReadonlyMap<string, string>,
  force: boolean,
): Promise<string[]> {
  const recorded = recordIn(await tree.find(recordFile));
  const kept: string[] = [];
  for (const file of new Set([...generated.keys(), ...Object.keys(recorded)])) {
    const decision = decideTemplate(await tree.find(file), recorded[file], generated.get(file), force);
    if (decision.kind === 'write') await tree.create(file, decision.text, { force: true });
    else if (decision.kind === 'delete') await tree.delete(file);
    else if (generated.has(file)) kept.push(file);
  }
  const files = Object.fromEntries([...generated].map(([file, text]) => [file, hashOf(text)]));
  await tree.create(recordFile, `${JSON.stringify({ files, values: {} }, undefined, 2)}\n`, { force: true });
  return kept;
}

function recordIn(text: string | undefined): Readonly<Record<string, string>> {
  const record = text === undefined ? { files: {} } : readRecord(text);
  if (record !== undefined) return record.files;
  throw new UserError('file-changed', `${recordFile} cannot be read, so kbts cannot tell which changes are yours`, {
    fix: 'restore it from version control, or delete it and pass --force to make all files from the start',
  });
}

function drift(files: readonly string[]): UserError {
  return new UserError('drift', `these files are not up to date: ${files.join(', ')}`, {
    fix: 'run "kbts build-dashboards" and commit the result',
  });
}

async function nextSteps(tree: WorkingTree, hasComponent: boolean): Promise<string[]> {
  const isOn = (await enabledComponents(tree)).includes('prometheus');
  return [
    'import the files of grafana/ in Grafana: Dashboards, New, Import',
    ...(hasComponent && !isOn ? ['npx kbts edit --enable prometheus'] : []),
  ];
}
