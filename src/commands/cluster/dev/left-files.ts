/** Files of commands that have ended, or were killed: some have credentials, and nobody else would delete them. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** The names of what `kbts run` and `kbts dev` write for themselves alone begin so, with the number of their process. */
const ownFile = /^(?:run|dev|context)-(\d+)[-.]/;

/** Deletes from this folder what belongs to processes that do not run any more. */
export async function removeLeftFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = ownFile.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
