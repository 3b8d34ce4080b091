/** `kbts manifests`: brings CRDs, roles and webhook configurations up to date with the sources. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../errors.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { FileChange } from '../../scaffold/file-change.js';
import { InsideRoot } from '../../scaffold/inside-root.js';
import type { CommandPlan } from '../command-plan.js';
import { openManifestsCache } from './manifests-cache.js';
import type { ManifestsPlanOptions, PlannedFile } from './manifests-plan.js';
import { hasOwnOptions } from './manifests-unchanged.js';

/** What `kbts manifests` takes. */
export interface ManifestsOptions extends Omit<ManifestsPlanOptions, 'overlay' | 'removed'> {
  /** Reject with the code `drift` when a file is not up to date. */
  readonly check?: boolean;
  /** Do not use or write the cache of unchanged inputs. */
  readonly skipCache?: boolean;
  /** Report notes as well. */
  readonly verbose?: boolean;
  /** Gets every file that was read or looked for, with its text, also when something is wrong; the cache is not asked then. */
  readonly onRead?: (files: ReadonlyMap<string, string | undefined>) => void;
}

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

/** The options with those of PROJECT. */
export async function withDefaults<T extends ManifestsOptions>(options: T): Promise<T> {
  const project = readIfThere(path.join(options.root, 'PROJECT'));
  if (project === undefined || !hasOwnOptions(project)) return options;
  const { withProjectDefaults } = await import('./manifests-defaults.js');
  return withProjectDefaults(options, project);
}

/** What a generator planned, compared with the disk. */
export function finishPlan(
  root: string,
  plan: {
    readonly files: readonly PlannedFile[];
    readonly stale: readonly string[];
    readonly diagnostics: readonly Diagnostic[];
    /** Folders outside the root that may be written to. */
    readonly outside?: readonly string[];
  },
  check: boolean,
  command: string,
): CommandPlan {
  const inside = new InsideRoot(root);
  const onDisk = (file: string): string | undefined => {
    const absolute = path.resolve(root, file);
    const isNamed = plan.outside?.some((folder) => absolute.startsWith(`${folder}${path.sep}`)) === true;
    if (!isNamed) inside.check(file);
    return readIfThere(path.join(root, file));
  };
  const changes = [
    ...plan.files.flatMap((file): FileChange[] => {
      const before = onDisk(file.path);
      if (before === file.text) return [];
      return [before === undefined ? { kind: 'create', ...file } : { kind: 'regenerate', before, ...file }];
    }),
    ...plan.stale.map((file): FileChange => ({ kind: 'delete', path: file, before: onDisk(file) ?? '' })),
  ];
  if (check && changes.length > 0) {
    const files = changes.map((change) => change.path).join(', ');
    throw new UserError('drift', `these files are not up to date: ${files}`, {
      fix: `run ${command} and commit the result`,
      diagnostics: plan.diagnostics,
    });
  }
  return { root, ...byPlace(root, changes), diagnostics: plan.diagnostics };
}

/** A project's own changes, and those in folders outside it that `--output-dir` and its kin name. */
function byPlace(root: string, changes: readonly FileChange[]): Pick<CommandPlan, 'changes' | 'elsewhere'> {
  const isOutside = ({ path: file }: FileChange): boolean => file.startsWith('../');
  const folders = new Map<string, FileChange[]>();
  for (const change of changes.filter(isOutside)) {
    const folder = path.resolve(root, path.dirname(change.path));
    folders.set(folder, [...(folders.get(folder) ?? []), { ...change, path: path.basename(change.path) }]);
  }
  const elsewhere = [...folders].map(([folder, own]) => ({ root: folder, changes: own }));
  return { changes: changes.filter((change) => !isOutside(change)), ...(elsewhere.length > 0 && { elsewhere }) };
}

/** Nothing is written while something is wrong. */
export function rejectErrors(diagnostics: readonly Diagnostic[]): void {
  const count = diagnostics.filter(({ severity }) => severity === 'error').length;
  if (count === 0) return;
  throw new UserError(
    'manifests-invalid',
    `the sources have ${count === 1 ? 'an error' : `${count} errors`}; nothing was written`,
    {
      fix: 'correct what is listed above and run the command again',
      diagnostics,
    },
  );
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
