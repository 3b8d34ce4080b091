/**
 * The write-ahead journal of `applyChanges`. All new contents are staged first; the journal is the
 * point of no return; after it, steps are renames only. Whatever interrupts them, the next command
 * finishes the work, so the tree is seen either before or after, never between. This holds for a process that
 * is killed, not for a power cut: nothing is synced to the disk, as with any other editor of a working tree.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
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

/** Puts the journal in place; from here on the changes will happen. */
export function writeJournal(root: string, steps: readonly JournalStep[]): void {
  const folder = path.join(root, STAGING_FOLDER);
  const temporary = path.join(folder, `${journalFile}.tmp`);
  writeFileSync(temporary, JSON.stringify(steps));
  renameSync(temporary, path.join(folder, journalFile));
}

/** Carries out the steps; those done before an interruption are recognised and skipped. */
export function runJournal(root: string, steps: readonly JournalStep[]): void {
  for (const step of steps) {
    const target = path.join(root, step.path);
    if (step.act === 'place') place(path.join(root, STAGING_FOLDER, step.staged), target);
    else {
      rmSync(target, { force: true });
      removeEmptyFolders(root, path.dirname(target));
    }
  }
}

/** Finishes what an interrupted command had begun. Tells whether there was anything to do. */
export function recover(root: string): 'nothing' | 'finished' | 'discarded' {
  const folder = path.join(root, STAGING_FOLDER);
  if (!existsSync(folder)) return 'nothing';
  checkOwner(folder);
  const journal = path.join(folder, journalFile);
  const text = existsSync(journal) ? readFileSync(journal, 'utf8') : undefined;
  if (text !== undefined) runJournal(root, JSON.parse(text) as JournalStep[]);
  clean(root);
  return text === undefined ? 'discarded' : 'finished';
}

/** Says who is writing, so that others wait for the living and clean up after the dead. */
export function markOwner(root: string): void {
  writeFileSync(path.join(root, STAGING_FOLDER, ownerFile), String(process.pid));
}

function checkOwner(folder: string): void {
  const owner = path.join(folder, ownerFile);
  const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0;
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
export function clean(root: string): void {
  const folder = path.join(root, STAGING_FOLDER);
  rmSync(path.join(folder, journalFile), { force: true });
  rmSync(folder, { recursive: true, force: true });
}

function place(staged: string, target: string): void {
  if (!existsSync(staged)) return;
  mkdirSync(path.dirname(target), { recursive: true });
  renameSync(staged, target);
}

function removeEmptyFolders(root: string, folder: string): void {
  for (let current = folder; current !== root && current.startsWith(root); current = path.dirname(current)) {
    try {
      rmdirSync(current);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') continue;
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
      throw error;
    }
  }
}
