/** `kbts manifests`: brings CRDs, roles and webhook configurations up to date with the sources. */
import path from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.js';
import { readRegularText } from '../../regular-file.js';
import { applyEdits, type MarkerEdit } from '../../rights/marker-edits.js';
import type { CommandPlan } from '../command-plan.js';
import { type SourceEdit, finishPlan, rejectErrors } from './finish-plan.js';
import { openManifestsCache } from './manifests-cache.js';
import { type ManifestsOptions, withDefaults } from './project-options.js';

/** The changes that are needed. Rejects with `manifests-invalid` and all diagnostics when the sources have errors. */
export async function manifests(options: ManifestsOptions): Promise<CommandPlan> {
  const { check = false, skipCache = false, verbose = false, rights = 'check', onRead, ...given } = options;
  const planOptions = await withDefaults<Omit<ManifestsOptions, 'onRead' | 'rights'>>(given);
  const shown = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
    verbose ? diagnostics : diagnostics.filter(({ severity }) => severity !== 'note');
  const cache = skipCache ? undefined : openManifestsCache(options.root, { ...planOptions, rights });
  // The cache does not look for unexpected files; a check does.
  const known = check || rights === 'fix' || onRead !== undefined ? undefined : cache?.look();
  if (known !== undefined) return { root: options.root, changes: [], diagnostics: shown(known.diagnostics) };
  const { planManifests } = await import('./manifests-plan.js');
  const first = await planManifests({ ...planOptions, checksRights: rights !== 'ignore' });
  const edited = rights === 'fix' ? editedSources(options.root, first.markerEdits ?? []) : [];
  const overlay = new Map(edited.map((change) => [change.path, change.text]));
  const plan = edited.length === 0 ? first : await planManifests({ ...planOptions, overlay, checksRights: true });
  onRead?.(plan.inputs);
  rejectErrors(shown(plan.diagnostics));
  if (edited.length === 0) cache?.remember(plan);
  const outside = outputsOutside(given);
  const finished = { ...plan, edited, diagnostics: shown(plan.diagnostics), outside };
  return finishPlan(options.root, finished, check, 'kbts manifests');
}

/** The sources with other markers. */
function editedSources(root: string, edits: readonly MarkerEdit[]): SourceEdit[] {
  const read = (file: string): string => readRegularText(path.join(root, file)) ?? '';
  const texts = applyEdits(edits, read);
  const changes = [...texts].map(([file, text]): SourceEdit => ({
    kind: 'modify',
    path: file,
    before: read(file),
    text,
  }));
  return changes.filter(({ before, text }) => before !== text);
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
  const { check: _c, skipCache: _s, rights: _r, verbose = false, ...given } = options;
  const { planManifests } = await import('./manifests-plan.js');
  const plan = await planManifests(given);
  const diagnostics = verbose ? plan.diagnostics : plan.diagnostics.filter(({ severity }) => severity !== 'note');
  rejectErrors(diagnostics);
  return { text: plan.files.map((file) => file.text).join(''), diagnostics };
}
