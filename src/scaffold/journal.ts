/**
 * The write-ahead journal of `applyChanges`. All new contents are staged first; the journal is the
 * point of no return; after it, steps are renames only. Whatever interrupts them, the next command
 * finishes the work, so the tree is seen either before or after, never between.
 */
import { access, mkdir, open, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../errors.js';

/** Lives in the project's root while changes are being written, and at no other time. */
export const STAGING_FOLDER = '.kbts-apply';

const journalFile = 'journal.json';
const ownerFile = 'owner';

/** One step: put the staged file in place, or remove the file. Steps can be repeated without harm. */
export type JournalStep =
  | Readonly<{ act: 'place'; staged: string; path: string }>
  | Readonly<{ act: 'remove'; path: string }>;

/** Makes the journal durable; from here on the changes will happen. */
export async function writeJournal(root: string, steps: readonly JournalStep[]): Promise<void> {
  const folder = path.join(root, STAGING_FOLDER);
  const temporary = path.join(folder, `${journalFile}.tmp`);
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(JSON.stringify(steps));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path.join(folder, journalFile));
}

/** Carries out the steps; those done before an interruption are recognised and skipped. */
export async function runJournal(root: string, steps: readonly JournalStep[]): Promise<void> {
  for (const step of steps) {
    const target = path.join(root, step.path);
    if (step.act === 'place') await place(path.join(root, STAGING_FOLDER, step.staged), target);
    else {
      await rm(target, { force: true });
      await removeEmptyFolders(root, path.dirname(target));
    }
  }
}

/** Finishes what an interrupted command had begun. Tells whether there was anything to do. */
export async function recover(root: string): Promise<'nothing' | 'finished' | 'discarded'> {
  const folder = path.join(root, STAGING_FOLDER);
  if (!(await exists(folder))) return 'nothing';
  await checkOwner(folder);
  const text = await readFile(path.join(folder, journalFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) await runJournal(root, JSON.parse(text) as JournalStep[]);
  await clean(root);
  return text === undefined ? 'discarded' : 'finished';
}

/** Says who is writing, so that others wait for the living and clean up after the dead. */
export async function markOwner(root: string): Promise<void> {
  await writeFile(path.join(root, STAGING_FOLDER, ownerFile), String(process.pid));
}

async function checkOwner(folder: string): Promise<void> {
  const pid = Number(await readFile(path.join(folder, ownerFile), 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid)) return;
  throw new UserError('cannot-write', `another kbts command (process ${pid}) is writing into this project`, {
    fix: 'wait until it has ended and try again',
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends a transaction: the journal goes first, so that a half-removed folder is never run again. */
export async function clean(root: string): Promise<void> {
  const folder = path.join(root, STAGING_FOLDER);
  await rm(path.join(folder, journalFile), { force: true });
  await rm(folder, { recursive: true, force: true });
}

async function place(staged: string, target: string): Promise<void> {
  if (!(await exists(staged))) return;
  await mkdir(path.dirname(target), { recursive: true });
  await rename(staged, target);
}

async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let current = folder; current !== root && current.startsWith(root); current = path.dirname(current)) {
    try {
      await rmdir(current);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') continue;
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
      throw error;
    }
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
