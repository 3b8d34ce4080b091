/** Files that kbts keeps beside the installed packages. They are never written or deleted through a link out of the project. */
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors.js';
import { InsideRoot } from '../scaffold/inside-root.js';

/** Relative to the root of a project; node_modules is never committed. */
export const cacheFolder = 'node_modules/.cache/kbts';

/** Makes room for a new file: the folder exists, and nothing has this name. Returns its path. */
export function makeRoom(root: string, name: string): string {
  const file = checkedFile(root, name);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    rmSync(file, { recursive: true, force: true });
  } catch (error) {
    throw new UserError('cannot-write', `${cacheFolder} cannot be written: ${(error as Error).message}`, {
      fix: `delete ${cacheFolder}, or check its permissions`,
      cause: error,
    });
  }
  return file;
}

/** Writes a file that only the user can read, and returns its path. */
export function writeCacheFile(root: string, name: string, text: string): string {
  const file = makeRoom(root, name);
  // A file that exists by now would keep its mode, and could be a link.
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  return file;
}

/** Deletes a file, if it exists. */
export function removeCacheFile(root: string, name: string): void {
  rmSync(checkedFile(root, name), { recursive: true, force: true });
}

/** The names of all files, if the folder exists. */
export function cacheFileNames(root: string): string[] {
  checkFolder(root);
  try {
    return readdirSync(path.join(root, cacheFolder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** A link in place of the file itself is replaced, never followed, so only its folders matter. */
function checkedFile(root: string, name: string): string {
  checkFolder(root);
  return path.join(root, cacheFolder, path.basename(name));
}

/** Worktrees often share the packages of another folder: a link to a folder called node_modules is followed, but none below it. */
function checkFolder(root: string): void {
  const modules = path.join(root, 'node_modules');
  const isLink = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const target = isLink ? realPathOf(modules) : undefined;
  if (target !== undefined && path.basename(target) === 'node_modules') new InsideRoot(target).check('.cache/kbts/x');
  else new InsideRoot(root).check(`${cacheFolder}/x`);
}

/** Undefined for a link that leads nowhere. */
function realPathOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}
