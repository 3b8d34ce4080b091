/** Where kbts keeps what must outlive a process: in the user's own folders, so that no repository can bring it along. */
import { lstatSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { UserError } from '../errors.js';
import type { Disk } from './disk.js';
import { infoOf, isBelow, realPath } from './inside-root.js';

/** Folders to try, best first: the user's state folder; where there is no home to write to, one below the temporary folder. */
export function stateFolders(env: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const given = process.platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME'];
  const base = given !== undefined && path.isAbsolute(given) ? given : path.join(homedir(), '.local', 'state');
  return [path.join(base, 'kbts'), path.join(tmpdir(), `kbts-${process.getuid?.() ?? userInfo().username}`)];
}

/** Those of the folders that nobody else can write to, and that are not part of the project. */
export function trustedFolders(folders: readonly string[], root: string): string[] {
  return folders.filter((folder) => !isBelow(root, realPath(folder)) && isPrivate(folder));
}

/** The first folder that can be used, made if necessary. */
export function openStateFolder(disk: Disk, folders: readonly string[], root: string): string {
  const reasons: string[] = [];
  for (const folder of folders) {
    if (isBelow(root, realPath(folder))) {
      reasons.push(`${folder} is inside the project`);
      continue;
    }
    try {
      if (infoOf(folder, lstatSync) === undefined) disk.mkdirs(folder, 0o700);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      reasons.push((error as Error).message);
      continue;
    }
    if (isPrivate(folder)) return folder;
    reasons.push(`${folder} is not a folder that only you can write to`);
  }
  throw new UserError('cannot-write', `there is no place for the journal: ${reasons.join('; ')}`, {
    fix: 'set XDG_STATE_HOME to a folder of your own outside the project; nothing was changed',
  });
}

function isPrivate(folder: string): boolean {
  const info = infoOf(folder, lstatSync);
  if (info?.isDirectory() !== true) return false;
  const user = process.getuid?.();
  return user === undefined || (info.uid === user && (info.mode & 0o022) === 0);
}
