/** What happens to a command that was interrupted while it wrote: it is finished, or taken back. */
import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors.js';
import { realDisk, type Disk } from './disk.js';
import { infoOf, realPath } from './inside-root.js';
import {
  checkOwner,
  findRecord,
  removeHalves,
  saveRecord,
  STAGING_FOLDER,
  stagingFolder,
  type OpenJournal,
} from './journal.js';
import {
  canFinish,
  checkResumable,
  goBack,
  goForward,
  removeEmptyFolders,
  removeIfEmpty,
  stateOf,
} from './journal-steps.js';
import { stateFolders } from './state-folder.js';

/** Where journals are, and what writes. */
export interface JournalOptions {
  readonly disk?: Disk;
  /** Folders for the journal; by default those of the user. */
  readonly state?: readonly string[];
}

/** For commands that write: finishes or takes back what an interrupted command had begun. */
export function recover(
  root: string,
  { disk = realDisk, state = stateFolders() }: JournalOptions = {},
): 'nothing' | 'finished' | 'restored' | 'discarded' {
  const real = realPath(root);
  const found = findRecord(state, real);
  removeHalves(disk, state, real);
  if (found === undefined) {
    checkForeign(real);
    return 'nothing';
  }
  const { journal } = found;
  checkOwner(journal);
  if (journal.phase === 'staging' || journal.phase === 'done') {
    if (journal.phase === 'done') removeEmptyFolders(disk, journal);
    discard(disk, found);
    return journal.phase === 'done' ? 'finished' : 'discarded';
  }
  if (!existsSync(stagingFolder(journal))) return withoutStaging(disk, found);
  checkResumable(journal);
  return settle(disk, found);
}

/** For commands that only read: throws while the tree is neither old nor new, and changes nothing. */
export function checkSettled(root: string, { state = stateFolders() }: JournalOptions = {}): void {
  const { journal } = findRecord(state, realPath(root)) ?? {};
  if (journal === undefined) return;
  checkOwner(journal);
  if (journal.phase === 'staging' || journal.phase === 'done' || !existsSync(stagingFolder(journal))) return;
  throw new UserError(
    'write-interrupted',
    'a kbts command was interrupted while it wrote: some files are new, others old',
    {
      fix: 'run "kbts manifests", or any other command that writes: it finishes that work first, or undoes it',
    },
  );
}

/** Runs the steps to one end or the other. When the first way is barred, the other is tried. */
export function settle(disk: Disk, found: OpenJournal): 'finished' | 'restored' {
  const { journal } = found;
  if (journal.phase === 'forward' && canFinish(journal)) {
    try {
      goForward(disk, journal);
      finish(disk, found);
      return 'finished';
    } catch (error) {
      takeBack(disk, found, error);
      return 'restored';
    }
  }
  takeBack(disk, found, undefined);
  return 'restored';
}

/** Undoes all steps. When that fails too, the journal stays, and the next command tries again. */
export function takeBack(disk: Disk, found: OpenJournal, cause: unknown): void {
  let current = found;
  try {
    current = mark(disk, found, 'back');
    goBack(disk, found.journal);
  } catch (error) {
    const reasons = [cause, error].flatMap((one) => (one instanceof Error ? [one.message] : []));
    throw new UserError('write-interrupted', `writing failed, and could not be undone: ${reasons.join('; ')}`, {
      fix: 'free the disk or correct the permissions, then run a kbts command that writes here: it finishes the work or undoes it',
      cause: error,
    });
  }
  tidy(disk, current);
}

/** Ends what has succeeded. What cannot be removed now is removed by the next command. */
export function finish(disk: Disk, found: OpenJournal): void {
  const done = mark(disk, found, 'done');
  try {
    removeEmptyFolders(disk, found.journal);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return;
  }
  tidy(disk, done);
}

/** Removes the staged contents, then the record. */
export function discard(disk: Disk, { file, journal }: OpenJournal): void {
  disk.rmtree(stagingFolder(journal));
  const folder = path.join(journal.root, STAGING_FOLDER);
  removeIfEmpty(disk, folder);
  disk.unlink(file);
}

/** A record that cannot be changed (the disk is full) is as good as the new one: steps can be repeated. */
function mark(disk: Disk, found: OpenJournal, phase: 'back' | 'done'): OpenJournal {
  try {
    return saveRecord(disk, found, { ...found.journal, phase });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return found;
  }
}

function tidy(disk: Disk, found: OpenJournal): void {
  try {
    discard(disk, found);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Somebody has removed the staged contents, for example with `git clean`. The files stay as they are now. */
function withoutStaging(disk: Disk, found: OpenJournal): 'finished' | 'restored' {
  const state = stateOf(found.journal);
  discard(disk, found);
  if (state !== 'between') return state === 'after' ? 'finished' : 'restored';
  throw new UserError(
    'write-interrupted',
    `a kbts command was interrupted, and ${STAGING_FOLDER} has been removed since: some files may be new, others old`,
    { fix: 'compare the project with version control; the next command takes the files as they are' },
  );
}

/** A staging folder that this machine knows nothing about is never touched: it may have come with the repository. */
function checkForeign(root: string): void {
  if (infoOf(path.join(root, STAGING_FOLDER), lstatSync) === undefined) return;
  throw new UserError(
    'write-interrupted',
    `${STAGING_FOLDER} exists, and it was not made by a kbts command of yours on this machine`,
    {
      fix: `if no kbts is running here in a container or on another machine, compare the project with version control and delete ${STAGING_FOLDER}`,
    },
  );
}

/** Whether the operating system refused something. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
