/** `kbts manifests` and `kbts generate` as plans of file changes. */
import { UserError } from '../errors.js';
import { recover } from '../scaffold/journal.js';
import { WorkingTree } from '../scaffold/working-tree.js';
import type { CommandPlan } from './command-plan.js';
import { planGenerate, type GeneratePlanOptions } from './generate-plan.js';
import { planManifests, type ManifestsPlan, type ManifestsPlanOptions } from './manifests-plan.js';
import { adopt } from './regenerate.js';

/** With `check`, files that are not up to date are an error. */
export interface CheckOption {
  readonly check?: boolean;
}

/** CRDs, roles and webhook configurations. */
export async function manifests(options: ManifestsPlanOptions & CheckOption): Promise<CommandPlan> {
  await recover(options.root);
  return asCommandPlan(options, await planManifests(options), 'kbts manifests');
}

/** Kind descriptors beside the types. */
export async function generate(options: GeneratePlanOptions & CheckOption): Promise<CommandPlan> {
  await recover(options.root);
  return asCommandPlan(options, await planGenerate(options), 'kbts generate');
}

async function asCommandPlan(
  options: { root: string } & CheckOption,
  plan: ManifestsPlan,
  command: string,
): Promise<CommandPlan> {
  const tree = new WorkingTree(options.root);
  await adopt(tree, plan);
  const changes = tree.changes();
  if (options.check === true && changes.length > 0) {
    throw new UserError('drift', `not up to date with the sources: ${changes.map(({ path }) => path).join(', ')}`, {
      fix: `run "${command}" and commit what it writes`,
      diagnostics: plan.diagnostics,
    });
  }
  return { root: options.root, changes, diagnostics: plan.diagnostics.filter(({ severity }) => severity !== 'note') };
}
