/** Files as the reader sees them: disk plus what a plan has not written yet. */
import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { readRegularText } from '../../regular-file.js';

/** How the reader looks at files. Paths are absolute. */
export interface FileView {
  /** The text, or `undefined` when there is no such file. Everything asked for is remembered. */
  read(file: string): string | undefined;
  isFile(file: string): boolean;
  /**
   * Source files below a folder (or the file itself), sorted; tests, declarations, dependencies and what is in folders with a
   * dot before their name left out. Links are followed, each file comes once.
   */
  sourcesBelow(folder: string, options?: { readonly withLinks?: boolean }): string[];
  /** Where a file is when all links on the way to it are followed. */
  realPath(file: string): string;
  /** What was read or looked for, with `undefined` for files that do not exist. */
  readonly seen: ReadonlyMap<string, string | undefined>;
  /** What `realPath` was asked for, and said. */
  readonly links: ReadonlyMap<string, string>;
}

/** Files that a plan is about to write or remove; absolute paths. */
export interface Overlay {
  readonly texts?: ReadonlyMap<string, string>;
  readonly removed?: ReadonlySet<string>;
}

const SOURCE = /\.[cm]?tsx?$/;
const NOT_A_SOURCE = /\.d\.[cm]?ts$|\.(?:test|spec)\.[cm]?tsx?$/;

/** A view of the disk with an overlay. */
export function viewFiles(overlay: Overlay = {}): FileView {
  const texts = overlay.texts ?? new Map<string, string>();
  const removed = overlay.removed ?? new Set<string>();
  const seen = new Map<string, string | undefined>();
  const links = new Map<string, string>();
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
      const isFile = statOf(file)?.isFile() ?? false;
      if (!isFile) seen.set(file, undefined);
      return isFile;
    },
    links,
    realPath: (file) => {
      if (statOf(file) === undefined) return file;
      const real = realpathSync.native(file);
      links.set(file, real);
      return real;
    },
    sourcesBelow: (folder, { withLinks = true } = {}) => {
      const prefix = folder + path.sep;
      const planned = [...texts.keys()].filter((file) => file === folder || file.startsWith(prefix));
      const onDisk = listDisk(folder, withLinks).filter((file) => !removed.has(file));
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
    return readRegularText(file)?.replace(/^\uFEFF/, '');
  } catch (error) {
    if (statOf(file)?.isDirectory() === true) return undefined;
    throw error;
  }
}

function listDisk(folder: string, withLinks: boolean): string[] {
  const stat = statOf(folder);
  if (stat === undefined) return [];
  if (stat.isFile()) return [folder];
  if (!stat.isDirectory()) return [];
  const tree: Tree = { folders: [], files: [], links: [] };
  addFolder(tree, folder);
  if (withLinks && tree.links.length > 0) followLinks(tree);
  return tree.files;
}

/** What a folder has, with all that is below it. */
interface Tree {
  readonly folders: string[];
  readonly files: string[];
  readonly links: string[];
}

function addFolder(tree: Tree, folder: string): void {
  tree.folders.push(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && isRead(entry.name)) addFolder(tree, file);
    else if (entry.isFile() && isSource(entry.name)) tree.files.push(file);
    else if (entry.isSymbolicLink() && isRead(entry.name)) tree.links.push(file);
  }
}

/** Adds what links lead to, unless it is there already: a link may lead to a folder above it. */
function followLinks(tree: Tree): void {
  const known = new Set([...tree.folders, ...tree.files].map((place) => realpathSync.native(place)));
  // The list grows while it is read: a folder behind a link may have links.
  for (const link of tree.links) {
    const stat = statOf(link);
    const isWanted = stat?.isDirectory() === true || (stat?.isFile() === true && isSource(link));
    const real = isWanted ? realpathSync.native(link) : link;
    if (!isWanted || known.has(real)) continue;
    known.add(real);
    if (stat.isFile()) {
      tree.files.push(link);
      continue;
    }
    const below: Tree = { folders: [], files: [], links: tree.links };
    addFolder(below, link);
    tree.files.push(...below.files.filter((file) => !known.has(realpathSync.native(file))));
    for (const place of [...below.folders, ...below.files]) known.add(realpathSync.native(place));
  }
}

function isRead(folder: string): boolean {
  return folder !== 'node_modules' && !folder.startsWith('.');
}

/** `undefined` for what does not exist, and for links that lead nowhere or to themselves. */
function statOf(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}
