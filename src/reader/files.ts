/** Files as the reader sees them: disk plus what a plan has not written yet. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** How the reader looks at files. Paths are absolute. */
export interface FileView {
  /** The text, or `undefined` when there is no such file. Everything asked for is remembered. */
  read(file: string): string | undefined;
  isFile(file: string): boolean;
  /** Source files below a folder (or the file itself), sorted; tests, declarations and dependencies left out. */
  sourcesBelow(folder: string): string[];
  /** What was read or looked for, with `undefined` for files that do not exist. */
  readonly seen: ReadonlyMap<string, string | undefined>;
}

/** Files that a plan is about to write or remove; absolute paths. */
export interface Overlay {
  readonly texts?: ReadonlyMap<string, string>;
  readonly removed?: ReadonlySet<string>;
}

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'testdata']);
const SOURCE = /\.[cm]?tsx?$/;
const NOT_A_SOURCE = /\.d\.[cm]?ts$|\.(?:test|spec)\.[cm]?tsx?$/;

/** A view of the disk with an overlay. */
export function viewFiles(overlay: Overlay = {}): FileView {
  const texts = overlay.texts ?? new Map<string, string>();
  const removed = overlay.removed ?? new Set<string>();
  const seen = new Map<string, string | undefined>();
  const read = (file: string): string | undefined => {
    if (!seen.has(file)) seen.set(file, texts.get(file) ?? (removed.has(file) ? undefined : readDisk(file)));
    return seen.get(file);
  };
  return {
    seen,
    read,
    isFile: (file) => {
      if (texts.has(file)) return true;
      if (removed.has(file)) return false;
      const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
      if (!isFile) seen.set(file, undefined);
      return isFile;
    },
    sourcesBelow: (folder) => {
      const prefix = folder + path.sep;
      const planned = [...texts.keys()].filter((file) => file === folder || file.startsWith(prefix));
      const onDisk = listDisk(folder).filter((file) => !removed.has(file));
      return [...new Set([...onDisk, ...planned.filter(isSource)])].sort();
    },
  };
}

/** Whether a file name is that of a source, and not of a test or a declaration file. */
export function isSource(file: string): boolean {
  return SOURCE.test(file) && !NOT_A_SOURCE.test(file);
}

function readDisk(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR')
    ) {
      return undefined;
    }
    throw error;
  }
}

function listDisk(folder: string): string[] {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [folder];
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name) && !entry.name.startsWith('.'))
      found.push(...listDisk(file));
    else if (entry.isFile() && isSource(entry.name)) found.push(file);
  }
  return found;
}
