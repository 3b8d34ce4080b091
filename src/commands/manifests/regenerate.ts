/** Brings generated files up to date with sources that may not be on disk yet. */
import type { Diagnostic } from '../../model/diagnostic.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { planAll } from './generate-plan.js';
import { rejectErrors } from './finish-plan.js';
import type { ManifestsPlan } from './manifests-plan.js';

/** Adds generated code and manifests to the plan. Rejects when the sources have errors. */
export async function regenerate(tree: WorkingTree): Promise<Diagnostic[]> {
  const plan = await planAll(sourcesOf(tree));
  await adopt(tree, plan);
  return plan.diagnostics.filter(({ severity }) => severity !== 'note');
}

/** Puts the files of a plan into the tree; errors in the sources stop everything. */
async function adopt(tree: WorkingTree, plan: ManifestsPlan): Promise<void> {
  rejectErrors(plan.diagnostics);
  for (const { path, text } of plan.files) await tree.regenerate(path, text);
  for (const path of plan.stale) await tree.delete(path);
}

function sourcesOf(tree: WorkingTree) {
  const { texts, removed } = tree.overlay();
  return { root: tree.root, overlay: texts, removed };
}
