/** `kbts manifests`: brings CRDs, roles and webhook configurations up to date with the sources. */
import path from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { CommandPlan } from '../command-plan.js';
import { finishPlan, rejectErrors } from './finish-plan.js';
import { openManifestsCache } from './manifests-cache.js';
import { type ManifestsOptions, withDefaults } from './project-options.js';

/** The changes that are needed. Rejects with `manifests-invalid` and all diagnostics when the sources have errors. */
export async function manifests(options: ManifestsOptions): Promise<CommandPlan> {
  const { check = false, skipCache = false, verbose = false, onRead, ...given } = options;
  const planOptions = await withDefaults<Omit<ManifestsOptions, 'onRead'>>(given);
  const shown = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
    verbose ? diagnostics : diagnostics.filter(({ severity }) => severity !== 'note');
  const cache = skipCache ? undefined : openManifestsCache(options.root, planOptions);
  // The cache does not look for unexpected files; a check does.
  const known = check || onRead !== undefined ? undefined : cache?.look();
  if (known !== undefined) return { root: options.root, changes: [], diagnostics: shown(known.diagnostics) };
  const { planManifests } = await import('./manifests-plan.js');
  const plan = await planManifests(planOptions);
  onRead?.(plan.inputs);
  rejectErrors(shown(plan.diagnostics));
  cache?.remember(plan);
  const outside = outputsOutside(given);
  return finishPlan(options.root, { ...plan, diagnostics: shown(plan.diagnostics), outside }, check, 'kbts manifests');
}

/** Folders outside the project that flags name. PROJECT cannot: whoever clones a repository has not chosen what it says. */
function outputsOutside(given: ManifestsOptions): string[] {
  const { root, output, crdFolder, rbacFolder, webhookFolder, schemaPatch } = given;
  return [output, crdFolder, rbacFolder, webhookFolder, schemaPatch]
    .filter((folder) => folder !== undefined)
    .map((folder) => path.resolve(root, folder))
    .filter((folder) => path.relative(root, folder).startsWith('..'));
}

/** The YAML of all files as one text, for programs that read it; rejects as `manifests` does. */
export async function printManifests(
  options: ManifestsOptions,
): Promise<{ readonly text: string; readonly diagnostics: readonly Diagnostic[] }> {
  const { check: _c, skipCache: _s, verbose = false, ...given } = options;
  const { planManifests } = await import('./manifests-plan.js');
  const plan = await planManifests(given);
  const diagnostics = verbose ? plan.diagnostics : plan.diagnostics.filter(({ severity }) => severity !== 'note');
  rejectErrors(diagnostics);
  return { text: plan.files.map((file) => file.text).join(''), diagnostics };
}
