/** Brings generated files up to date with sources that may not be on disk yet. */
import { UserError } from '../errors.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { renderSet } from '../scaffold/template-tree.js';
import type { WorkingTree } from '../scaffold/working-tree.js';
import { planGenerate } from './generate-plan.js';
import { planManifests, type ManifestsPlan } from './manifests-plan.js';
import type { Project } from '../project/project.js';
import { projectVariables } from './template-variables.js';

const roleFile = 'config/rbac/role.yaml';

/** Adds generated code and manifests to the plan. Rejects when the sources have errors. */
export async function regenerate(tree: WorkingTree, project: Project): Promise<Diagnostic[]> {
  const code = await planGenerate(sourcesOf(tree));
  await adopt(tree, code);
  const manifests = await planManifests(sourcesOf(tree));
  await adopt(tree, manifests);
  // The kustomization names this file also when no controller asks for rights.
  if (!(await tree.exists(roleFile))) await restoreRole(tree, project);
  return manifests.diagnostics.filter(({ severity }) => severity !== 'note');
}

/** Puts the files of a plan into the tree; errors in the sources stop everything. */
export async function adopt(tree: WorkingTree, plan: ManifestsPlan): Promise<void> {
  const errors = plan.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    throw new UserError('manifests-invalid', `the sources have ${count}; nothing was written`, {
      fix: 'mend what is listed above and run the command again',
      diagnostics: plan.diagnostics,
    });
  }
  for (const { path, text } of plan.files) await tree.regenerate(path, text);
  for (const path of plan.stale) await tree.delete(path);
}

function sourcesOf(tree: WorkingTree) {
  const { texts, removed } = tree.overlay();
  return { root: tree.root, overlay: texts, removed };
}

async function restoreRole(tree: WorkingTree, project: Project): Promise<void> {
  const set = project.namespaced ? 'init-namespaced' : 'init-cluster';
  const files = await renderSet(set, projectVariables(project, ''));
  const role = files.find(({ path }) => path === roleFile);
  if (role !== undefined) await tree.regenerate(role.path, role.text);
}
