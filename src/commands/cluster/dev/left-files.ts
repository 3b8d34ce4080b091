/** Files of commands that have ended, or were killed: some have credentials, and nobody else would delete them. */
import { cacheFileNames, removeCacheFile } from '../../cache-files.js';

/** The names of what `kbts run` and `kbts dev` write for themselves alone begin so, with the number of their process. */
const ownFile = /^(?:run|dev|context)-(\d+)[-.]/;

/** Deletes from the cache of a project what belongs to processes that have ended. */
export function removeLeftFiles(root: string): void {
  for (const name of cacheFileNames(root)) {
    const pid = ownFile.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) removeCacheFile(root, name);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
