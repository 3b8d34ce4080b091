/** `kbts import --kubebuilder`: a Go project of kubebuilder becomes a kbts project with the same APIs and rights. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Resource } from '../../project/resource.js';
import { applyChanges } from '../../scaffold/apply.js';
import type { FileChange } from '../../scaffold/file-change.js';
import { WorkingTree } from '../../scaffold/working-tree.js';
import type { CommandPlan } from '../command-plan.js';
import { createApi } from '../api/create-api.js';
import { createWebhook } from '../webhook/create-webhook.js';
import { init, type InitOptions } from '../project/init.js';
import { planManifests } from '../manifests/manifests-plan.js';
import { regenerate } from '../manifests/regenerate.js';
import { importKinds } from './import-kinds.js';
import { type GoProject, readGoProject, type RoleRule } from './kubebuilder-project.js';
import { isWider, rbacSource } from './rbac-source.js';
import { layout } from '../../project/layout.js';

/** Flags: those of `kbts init`, and the folder of the Go project. */
export interface ImportKubebuilderOptions extends InitOptions {
  readonly cwd: string;
  readonly folder: string;
}

/** Plans the whole project. It is made beside, step by step, and shown as one plan: everything is written, or nothing. */
export async function importKubebuilder(options: ImportKubebuilderOptions): Promise<CommandPlan> {
  const { root, cwd } = options;
  const folder = path.resolve(cwd, options.folder);
  const go = await readGoProject(folder);
  const { domain, projectName, multigroup, namespaced } = go.project;
  const empty = await init({
    ...options,
    domain,
    projectName: options.projectName ?? projectName,
    multigroup,
    namespaced,
  });
  const staging = await mkdtemp(path.join(tmpdir(), 'kbts-import-'));
  try {
    const run = async (plan: CommandPlan): Promise<void> => applyChanges(staging, plan.changes);
    await run({ root: staging, changes: empty.changes });
    if (go.crds.length > 0)
      await run(await importKinds({ root: staging, cwd: folder, sources: [path.join(folder, layout.crds)] }));
    const warnings = await addCode(staging, go, run);
    await run(await addRights(staging, go.rules));
    return {
      root,
      changes: await changesFrom(staging, root),
      warnings,
      followUps: empty.followUps,
      next: ['write what the controllers should do: they only watch so far', 'npm test'],
    };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Controllers and webhooks, as PROJECT records them. */
async function addCode(
  root: string,
  { project }: GoProject,
  run: (plan: CommandPlan) => Promise<void>,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const resource of project.resources) {
    const { group, version, kind } = resource;
    if (resource.external === true) {
      warnings.push(`${kind} is somebody else's kind: bring its CRD with "kbts import --types-only <file>"`);
      continue;
    }
    const shared = { root, cwd: root, group, version, kind };
    const own = resource.core === true ? { core: true } : { resource: false, onlyWatches: true };
    for (const name of controllersOf(resource))
      await run(await createApi({ ...shared, ...own, controller: true, controllerName: name }));
  }
  for (const resource of project.resources) await addWebhooks(root, resource, run);
  return warnings;
}

/** `undefined` stands for the controller that is called after its kind. */
function controllersOf({ controller, controllers }: Resource): (string | undefined)[] {
  if (controllers !== undefined) return controllers.map(({ name }) => name);
  return controller === true ? [undefined] : [];
}

async function addWebhooks(root: string, resource: Resource, run: (plan: CommandPlan) => Promise<void>): Promise<void> {
  const { group, version, kind, webhooks, core, external } = resource;
  if (webhooks === undefined || external === true) return;
  const { defaulting, validation, conversion, spoke, defaultingPath, validationPath } = webhooks;
  if (defaulting !== true && validation !== true && conversion !== true) return;
  await run(
    await createWebhook({
      root,
      cwd: root,
      group,
      version,
      kind,
      core,
      defaultingPath,
      validationPath,
      defaulting,
      programmaticValidation: validation,
      conversion,
      spoke,
    }),
  );
}

/** The rights of the Go project that no controller asks for; rights that it did not have go away. */
async function addRights(root: string, rules: readonly RoleRule[]): Promise<CommandPlan> {
  const tree = new WorkingTree(root);
  const { model } = await planManifests({ root });
  const own = model.rbac.map((rule): RoleRule => ({ ...rule, role: rule.roleName ?? '' }));
  const wider = isWider(own, rules);
  if (wider) await removeMarkers(tree);
  const boilerplate = (await tree.find(layout.boilerplate)) ?? '';
  const text = rbacSource(rules, wider ? [] : own, boilerplate);
  if (text !== undefined) await tree.create(layout.roleMarkers, text);
  await regenerate(tree);
  return { root, changes: tree.changes() };
}

async function removeMarkers(tree: WorkingTree): Promise<void> {
  for (const file of await tree.list('src'))
    if (file.endsWith('.ts')) await tree.edit(file, (text) => text.replaceAll(/^\/\/ \+kubebuilder:rbac:.*\n/gm, ''));
}

/** All files of one folder as new files of another. */
async function changesFrom(folder: string, root: string): Promise<FileChange[]> {
  const tree = new WorkingTree(root);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const absolute = path.join(entry.parentPath, entry.name);
    const content = await readFile(absolute);
    const isText = !content.includes(0);
    const mode = ((await stat(absolute)).mode & 0o100) === 0 ? undefined : 0o755;
    const file = path.relative(folder, absolute).split(path.sep).join('/');
    if (!file.startsWith('.kbts-apply/'))
      await tree.create(file, isText ? content.toString('utf8') : content, { mode });
  }
  return tree.changes();
}
