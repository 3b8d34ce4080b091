/** `kbts generate`: brings kind descriptors up to date with the types. */
import type { CommandPlan } from './command-plan.js';
import type { GeneratePlanOptions } from './generate-plan.js';
import { finishPlan, rejectErrors } from './manifests.js';

/** What `kbts generate` takes. */
export interface GenerateOptions extends Omit<GeneratePlanOptions, 'overlay' | 'removed'> {
  /** Reject with the code `drift` when a file is not up to date. */
  readonly check?: boolean;
}

/** The changes that are needed. Rejects with `manifests-invalid` and all diagnostics when the sources have errors. */
export async function generate({ check = false, ...options }: GenerateOptions): Promise<CommandPlan> {
  const { planGenerate } = await import('./generate-plan.js');
  const plan = await planGenerate(options);
  rejectErrors(plan.diagnostics);
  return finishPlan(options.root, plan, check, 'kbts generate');
}
