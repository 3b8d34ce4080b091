/** `kbts generate`: brings kind descriptors up to date with the types. */
import type { CommandPlan } from '../command-plan.js';
import type { GeneratePlanOptions } from './generate-plan.js';
import { finishPlan, rejectErrors } from './finish-plan.js';
import { openManifestsCache } from './manifests-cache.js';
import { type ManifestsOptions, withDefaults } from './project-options.js';

/** What `kbts generate` takes. */
export interface GenerateOptions extends Omit<GeneratePlanOptions, 'overlay' | 'removed'> {
  /** As of `kbts manifests`. */
  readonly rights?: 'check' | 'ignore';
  /** Reject with the code `drift` when a file is not up to date. */
  readonly check?: boolean;
  /** Bring CRDs, roles and webhook configurations up to date as well. */
  readonly manifests?: boolean;
}

/** The changes that are needed. Rejects with `manifests-invalid` and all diagnostics when the sources have errors. */
export async function generate({
  check = false,
  manifests = false,
  rights = 'check',
  ...options
}: GenerateOptions): Promise<CommandPlan> {
  const { planAll, planGenerate } = await import('./generate-plan.js');
  const plan = await (manifests ? planAll({ ...options, checksRights: rights === 'check' }) : planGenerate(options));
  const diagnostics = plan.diagnostics.filter(({ severity }) => severity !== 'note');
  rejectErrors(diagnostics);
  // The next "kbts manifests" need not look again, and tests see that CRDs are as new as their types.
  if (manifests && options.paths === undefined)
    openManifestsCache(options.root, {
      ...(await withDefaults<ManifestsOptions>({ root: options.root })),
      rights,
    })?.remember(plan);
  return finishPlan(options.root, { ...plan, diagnostics }, check, 'kbts generate');
}
