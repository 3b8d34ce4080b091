/** `kbts delete api`: undoes what `create api` did for a kind. */
import { UserError } from '../../errors.js';
import { otherVersions, samePackage, withoutResource, type Project } from '../../project/project.js';
import { controllerNames, describe, hasWebhook, qualifiedGroup, type Resource } from '../../project/resource.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { removeFromYamlList } from '../../scaffold/yaml-list.js';
import type { CommandPlan } from '../command-plan.js';
import { imageOf } from '../deploy-image/deploy-image.js';
import { externalCrdFile } from './foreign-kind.js';
import { loadProject, saveProject } from '../load-project.js';
import { unregister } from '../project/main-source.js';
import { regenerate } from '../manifests/regenerate.js';
import { requireResource } from './named-resource.js';
import { choosePlural } from './resource-flags.js';
import {
  contextVariables,
  controllerRegistration,
  externalTypesFile,
  roleFiles,
  scaffoldApi,
  scaffoldController,
  type ScaffoldContext,
  updateClusterBinding,
} from './scaffold-api.js';
import { dropStorageVersion } from './storage-version.js';
import { controllerVariables } from '../project/template-variables.js';
import { editedFiles, refuseToLose } from '../project/user-edits.js';
import { controllerBaseOf, layout } from '../../project/layout.js';

/** Flags of `delete api`. */
export interface DeleteApiOptions {
  readonly root: string;
  readonly group: string;
  readonly version?: string;
  readonly kind?: string;
  readonly force?: boolean;
}

/** Plans the removal of a kind: types, sample, roles, CRD, controllers. */
export async function deleteApi(options: DeleteApiOptions): Promise<CommandPlan> {
  const { project, tree } = await loadProject(options.root);
  const resource = requireResource(project, options);
  checkWebhooks(project, resource);
  const { isIrregular } = choosePlural(resource.kind, resource.plural);
  const context: ScaffoldContext = { tree, project, resource, isIrregularPlural: isIrregular };
  const files = await ownFiles(context);
  refuseToLose(
    await editedFiles(tree, files, async (scratch) => scaffoldAgain({ ...context, tree: scratch })),
    options.force === true,
  );

  for (const file of files) await tree.delete(file);
  for (const name of controllerNames(resource))
    await unregister(tree, controllerRegistration(await variablesOf(context, name)));
  if (resource.api !== undefined) await removeEntries(context);
  if (resource.external === true) await removeExternalTypes(tree, project, resource);
  await dropStorageVersion(tree, project, resource);
  const changed = withoutResource(project, resource);
  if (resource.api !== undefined) await removeSharedFiles(tree, project, changed, resource);
  await updateClusterBinding(tree, changed);
  await saveProject(tree, changed);
  const diagnostics = await regenerate(tree);
  return {
    root: options.root,
    changes: tree.changes(),
    diagnostics,
    next: nextSteps(context),
  };
}

/** Only the last version of a kind may take the CRD, and all objects with it, out of a cluster. */
function nextSteps(context: ScaffoldContext): string[] {
  const { resource } = context;
  if (resource.api === undefined) return [];
  const crd = `${resource.plural}.${qualifiedGroup(resource)}`;
  if (isLastVersion(context))
    return [`objects in a cluster stay until you delete their CRD: kubectl delete crd ${crd}`];
  return [`in a cluster, ${crd} goes on serving ${resource.version} until you apply the new CRD`];
}

function checkWebhooks(project: Project, resource: Resource): void {
  const hub = otherVersions(project, resource).find(
    (other) => other.webhooks?.spoke?.includes(resource.version) === true,
  );
  const holder = hasWebhook(resource) ? resource : hub;
  if (holder === undefined) return;
  const { group, version, kind } = holder;
  const command = `kbts delete webhook --group ${group === '' ? '""' : group} --version ${version} --kind ${kind}`;
  // Other webhooks of the hub have nothing to do with a spoke, and must not be lost for it.
  const isSpoke = holder !== resource;
  const what = isSpoke ? `${describe(holder)} converts ${describe(resource)}` : `${describe(resource)} has webhooks`;
  throw new UserError('flag-conflict', what, {
    fix: `delete ${isSpoke ? 'the conversion' : 'these'} first: ${command}${isSpoke ? ' --conversion' : ''}`,
  });
}

async function variablesOf(context: ScaffoldContext, controllerName: string) {
  return controllerVariables(await contextVariables(context), controllerName);
}

async function ownFiles(context: ScaffoldContext): Promise<string[]> {
  const { resource } = context;
  const variables = await contextVariables(context);
  const files: string[] = [];
  if (resource.api !== undefined) {
    files.push(`${variables.apiFolder}/${variables.file}.types.ts`, `${layout.samples}/${variables.sampleFile}.yaml`);
    if (isLastVersion(context)) files.push(...roleFiles(variables).map((name) => `${layout.rbac}/${name}`));
  }
  for (const name of controllerNames(resource)) {
    const { groupPath, controllerFile } = await variablesOf(context, name);
    const base = controllerBaseOf({ groupPath, controllerFile });
    files.push(`${base}.ts`, `${base}.test.ts`);
  }
  return files;
}

/** CRD and roles are shared by all versions of a kind. */
function isLastVersion({ project, resource }: ScaffoldContext): boolean {
  return otherVersions(project, resource).every(({ api }) => api === undefined);
}

async function scaffoldAgain(context: ScaffoldContext): Promise<void> {
  const { resource } = context;
  const deployImage = imageOf(resource);
  if (resource.api !== undefined) await scaffoldApi({ ...context, deployImage });
  for (const name of controllerNames(resource)) {
    const isNamed = name !== resource.kind.toLowerCase();
    // Only the controller that came with the kind runs its image.
    await scaffoldController(isNamed ? context : { ...context, deployImage }, isNamed ? name : undefined);
  }
}

async function removeEntries(context: ScaffoldContext): Promise<void> {
  const { tree } = context;
  const variables = await contextVariables(context);
  await removeItem(tree, layout.sampleList, `${variables.sampleFile}.yaml`);
  if (!isLastVersion(context)) return;
  await removeItem(tree, layout.crdList, `bases/${variables.crdFile}`);
  for (const role of roleFiles(variables)) await removeItem(tree, layout.rbacList, role);
}

/** Files that the first kind of a folder or project brought go with the last one. */
async function removeSharedFiles(
  tree: WorkingTree,
  project: Project,
  changed: Project,
  resource: Resource,
): Promise<void> {
  if (samePackage(changed, resource).length === 0) {
    const { apiFolder } = await contextVariables({ tree, project, resource, isIrregularPlural: false });
    await tree.delete(`${apiFolder}/groupversion.ts`);
    await tree.delete(`${apiFolder}/index.ts`);
  }
  if (changed.resources.some(({ api }) => api !== undefined)) return;
  await removeItem(tree, layout.overlayList, '../crd');
  for (const file of [layout.crdList, layout.crdSettings, layout.sampleList]) await tree.delete(file);
}

async function removeExternalTypes(tree: WorkingTree, project: Project, resource: Resource): Promise<void> {
  await tree.delete(externalTypesFile(resource));
  await tree.delete(externalCrdFile(resource));
  const index = `${resource.path}/index.ts`;
  const isShared = project.resources.some((other) => other !== resource && other.path === resource.path);
  if (!isShared) await tree.delete(index);
  else
    await tree.edit(index, (text) =>
      text.replace(new RegExp(`^.*/${resource.kind.toLowerCase()}\\.types\\.js.*\n`, 'm'), ''),
    );
}

async function removeItem(tree: WorkingTree, file: string, item: string): Promise<void> {
  if (await tree.exists(file)) await tree.edit(file, (text) => removeFromYamlList(text, 'resources', item, file));
}
