/** From what a generator planned to changes of files. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import { readRegularText } from '../../regular-file.js';
import type { FileChange } from '../../scaffold/file-change.js';
import { InsideRoot } from '../../scaffold/inside-root.js';
import type { CommandPlan } from '../command-plan.js';
import type { PlannedFile } from './manifests-plan.js';

/** A change of a file that belongs to the user. */
export type SourceEdit = Extract<FileChange, { kind: 'modify' }>;

/** What a generator planned, compared with the disk. */
export function finishPlan(
  root: string,
  plan: {
    readonly files: readonly PlannedFile[];
    readonly stale: readonly string[];
    /** Files of the user that change with them. */
    readonly edited?: readonly SourceEdit[];
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
  const changes: FileChange[] = [
    ...(plan.edited ?? []),
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
  return readRegularText(file);
}
