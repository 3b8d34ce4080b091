/** Which generated files may go because nothing asks for them any more. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { namesIn, readRegularText } from '../../regular-file.js';
import { GENERATED_LINE, type Generator } from '../../emitter/emit.js';
import type { FileView } from '../../reader/sources/files.js';

/** What a run has read, and where it writes. Folders are relative to the root. */
export interface FinishedRun {
  readonly root: string;
  readonly files: FileView;
  /** Absolute paths of the sources that were read. */
  readonly sources: readonly string[];
  readonly generators: readonly Generator[];
  readonly folders: Readonly<Record<Generator, string>>;
  /** The file of the roles; `role.yaml` unless told. */
  readonly rbacFile?: string;
  /** The files that it writes. */
  readonly wanted: ReadonlySet<string>;
}

/**
 * Generated files that no source asks for, sorted. A file that a source which was not read could have made stays: `--paths` may
 * leave sources out, and packages may share a folder. So does every file outside the root, where others write.
 */
export function findStale(run: FinishedRun): string[] {
  const unread = once(() => unreadSources(run));
  return generatedFiles(run)
    .filter((file) => !run.wanted.has(file))
    .filter((file) => isInside(run.root, file) && isOurs(path.resolve(run.root, file)))
    .filter((file) => !unread().some((text) => mayHaveMade(file, text, run)))
    .sort();
}

/** Files that a run may have written before; the CRDs are all that are in their folder. */
function generatedFiles({
  root,
  generators,
  folders,
  rbacFile = 'role.yaml',
}: Pick<FinishedRun, 'root' | 'generators' | 'folders' | 'rbacFile'>): string[] {
  return generators.flatMap((generator) => {
    const folder = folders[generator];
    if (generator !== 'crd') return [path.posix.join(folder, generator === 'rbac' ? rbacFile : 'manifests.yaml')];
    const absolute = path.resolve(root, folder);
    if (!existsSync(absolute)) return [];
    return namesIn(absolute, folder)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => path.posix.join(folder, name));
  });
}

/** What must be beside the wanted files after the run, or must not be there any more. */
export function besides(
  run: Pick<FinishedRun, 'root' | 'generators' | 'folders' | 'rbacFile'>,
  wanted: ReadonlySet<string>,
  stale: readonly string[],
): Map<string, string | undefined> {
  const others = generatedFiles(run).filter((file) => !wanted.has(file));
  return new Map(
    others.map((file) => {
      const absolute = path.resolve(run.root, file);
      return [file, stale.includes(file) ? undefined : readRegularText(absolute, { shown: file })];
    }),
  );
}

/** Only files that say so themselves are ours to remove. */
function isOurs(file: string): boolean {
  return readRegularText(file)?.startsWith(GENERATED_LINE) === true;
}

function isInside(root: string, file: string): boolean {
  const real = (place: string): string => (existsSync(place) ? realpathSync(place) : place);
  const relative = path.relative(real(path.resolve(root)), real(path.resolve(root, file)));
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

/** Whether a source could be the reason for a file: it names the group of the CRD, asks for rights, or has a webhook. */
function mayHaveMade(file: string, text: string, { rbacFile = 'role.yaml' }: FinishedRun): boolean {
  const name = path.posix.basename(file);
  if (name === rbacFile) return text.includes('+kubebuilder:rbac');
  if (name === 'manifests.yaml') return text.includes('+kubebuilder:webhook');
  const group = name.slice(0, Math.max(0, name.lastIndexOf('_')));
  return text.includes('+groupName') && (group === '' || text.includes(group));
}

/** Contents of the sources of the whole repository that this run has not read and that say something about manifests. */
function unreadSources({ root, files, sources }: FinishedRun): string[] {
  const read = new Set(sources.flatMap((file) => [file, files.realPath(file)]));
  return files
    .sourcesBelow(repositoryOf(root), { withLinks: false })
    .filter((file) => !read.has(file))
    .map((file) => files.read(file) ?? '')
    .filter((text) => /\+(?:groupName|kubebuilder:(?:rbac|webhook))/.test(text));
}

/** The folder of the repository: that with `.git`, or the highest one with a package.json. */
function repositoryOf(root: string): string {
  let highest = root;
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return folder;
    if (existsSync(path.join(folder, 'package.json'))) highest = folder;
    if (folder === path.dirname(folder)) return highest;
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
