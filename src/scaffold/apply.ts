/** The only code that writes into a project: everything, or nothing. Nothing is written outside of it. */
import { accessSync, constants, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors.js';
import { realDisk, type Disk } from './disk.js';
import type { FileChange } from './file-change.js';
import { infoOf, InsideRoot, realPath } from './inside-root.js';
import {
  createRecord,
  hashOf,
  newJournal,
  saveRecord,
  STAGING_FOLDER,
  stagingFolder,
  type JournalStep,
  type OpenJournal,
} from './journal.js';
import { goForward } from './journal-steps.js';
import { discard, finish, isSystemError, recover, takeBack, type JournalOptions } from './recover.js';
import { stateFolders } from './state-folder.js';

/**
 * Writes all changes, or none. Rejects without having changed anything when a path leads out of the project, when a file
 * was changed since the plan was made, or when something cannot be written.
 */
export async function applyChanges(
  root: string,
  changes: readonly FileChange[],
  { disk = realDisk, state = stateFolders() }: JournalOptions = {},
): Promise<void> {
  if (changes.length === 0) return;
  try {
    disk.mkdirs(root);
    const real = realPath(root);
    recover(real, { disk, state });
    checkPaths(real, changes);
    const started = createRecord(disk, state, newJournal(real));
    run(disk, prepare(disk, started, changes));
  } catch (error) {
    throw asUserError(error);
  }
}

/** Everything that can be done before the first file changes. A failure leaves nothing behind. */
function prepare(disk: Disk, started: OpenJournal, changes: readonly FileChange[]): OpenJournal {
  const { journal } = started;
  let hasFolder = false;
  try {
    lock(disk, journal.root);
    hasFolder = true;
    disk.mkdir(stagingFolder(journal));
    checkUnchanged(journal.root, changes);
    const steps = changes.flatMap((change, index) => stage(disk, started, change, index));
    const folders = checkTargets(journal.root, steps);
    return saveRecord(disk, started, { ...journal, phase: 'forward', steps, folders });
  } catch (error) {
    abandon(disk, started, hasFolder);
    throw error;
  }
}

/** The record says that the work has begun: from here on it is finished or undone, now or by the next command. */
function run(disk: Disk, started: OpenJournal): void {
  try {
    goForward(disk, started.journal);
  } catch (error) {
    takeBack(disk, started, error);
    throw error;
  }
  finish(disk, started);
}

/** Another machine or container may be at work in the same folder; only one of them can make this one. */
function lock(disk: Disk, root: string): void {
  try {
    disk.mkdir(path.join(root, STAGING_FOLDER));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UserError(
      'cannot-write',
      `another kbts command is writing into this project (${STAGING_FOLDER} exists)`,
      {
        fix: 'wait until it has ended and try again',
        cause: error,
      },
    );
  }
}

/** What cannot be removed now is removed by the next command. */
function abandon(disk: Disk, started: OpenJournal, hasFolder: boolean): void {
  try {
    if (hasFolder) discard(disk, started);
    else disk.unlink(started.file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

function checkPaths(root: string, changes: readonly FileChange[]): void {
  const inside = new InsideRoot(root);
  for (const change of changes) {
    inside.check(change.path);
    if (change.kind === 'move') inside.check(change.from);
  }
}

/** Nobody's edits are lost: what the plan read must still be there. */
function checkUnchanged(root: string, changes: readonly FileChange[]): void {
  for (const change of changes) {
    const source = change.kind === 'move' ? change.from : change.path;
    const expected = change.kind === 'create' ? undefined : change.before;
    if (textOf(root, source) === expected) continue;
    throw new UserError('file-changed', `${source} was changed by someone else while kbts was working`, {
      fix: 'run the command again',
    });
  }
}

function textOf(root: string, file: string): string | undefined {
  // Most files are new, and an error object for each of them would cost more than asking first.
  const info = infoOf(path.join(root, file));
  if (info === undefined) return undefined;
  if (!info.isFile()) throw notRegular(file);
  return readFileSync(path.join(root, file), 'utf8');
}

function notRegular(file: string): UserError {
  return new UserError('cannot-write', `${file} is not a regular file`, { fix: 'move it away' });
}

function stage(disk: Disk, { journal }: OpenJournal, change: FileChange, index: number): JournalStep[] {
  const { root } = journal;
  const removal = (file: string): JournalStep => ({
    path: file,
    staged: `${index}-none`,
    backup: `${index}-removed`,
    before: contentHash(path.join(root, file)),
  });
  if (change.kind === 'delete') return [removal(change.path)];
  const staged = path.join(stagingFolder(journal), `${index}-new`);
  disk.write(staged, change.text);
  const source = change.kind === 'move' ? change.from : change.path;
  const mode = change.kind === 'create' ? change.mode : modeOf(path.join(root, source));
  if (mode !== undefined) disk.chmod(staged, mode);
  const place: JournalStep = {
    path: change.path,
    staged: `${index}-new`,
    backup: `${index}-old`,
    before: contentHash(path.join(root, change.path)),
    after: hashOf(change.text),
  };
  return change.kind === 'move' ? [place, removal(change.from)] : [place];
}

/** Finds out before the point of no return whether the renames can succeed. Gives the folders that they will make. */
function checkTargets(root: string, steps: readonly JournalStep[]): string[] {
  const missing = new Set<string>();
  const writable = new Set<string>();
  for (const step of steps) {
    const info = infoOf(path.join(root, step.path), lstatSync);
    if (info !== undefined && !info.isFile()) throw notRegular(step.path);
    writable.add(nearestFolder(root, path.posix.dirname(step.path), missing));
  }
  for (const folder of writable) accessSync(path.join(root, folder), constants.W_OK | constants.X_OK);
  return [...missing].sort();
}

/** The folder above that exists; those below it are added to `missing`. */
function nearestFolder(root: string, folder: string, missing: Set<string>): string {
  for (let current = folder; current !== '.'; current = path.posix.dirname(current)) {
    const info = infoOf(path.join(root, current));
    if (info?.isDirectory() === true) return current;
    if (info !== undefined)
      throw new UserError('cannot-write', `${current} is a file, and a folder is needed there`, {
        fix: 'move it away',
      });
    missing.add(current);
  }
  return '.';
}

function contentHash(file: string): string | undefined {
  return infoOf(file, lstatSync)?.isFile() === true ? hashOf(readFileSync(file)) : undefined;
}

function modeOf(file: string): number | undefined {
  const info = infoOf(file);
  return info === undefined ? undefined : info.mode & 0o777;
}

function asUserError(error: unknown): unknown {
  const { code, path: file } = error as NodeJS.ErrnoException;
  if (error instanceof UserError || code === undefined) return error;
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    ENAMETOOLONG: 'the name is too long',
  };
  const reason = reasons[code];
  if (reason === undefined) return error;
  return new UserError('cannot-write', `cannot write${file === undefined ? '' : ` ${path.dirname(file)}`}: ${reason}`, {
    fix: 'nothing was changed; correct the cause and run the command again',
    cause: error,
  });
}
