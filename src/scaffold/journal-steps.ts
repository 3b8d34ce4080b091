/**
 * The steps of a journal, there and back. Each is a rename, so it needs no space, and each can be repeated: whether it
 * has been done is seen from the staging folder alone.
 *
 * - A file that is written: its new content is staged until it is in place; its old content gets a second name before.
 * - A file that is removed: it becomes its own backup.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors.js';
import type { Disk } from './disk.js';
import { infoOf, InsideRoot } from './inside-root.js';
import { hashOf, noLinks, STAGING_FOLDER, stagingFolder, type Journal, type JournalStep } from './journal.js';

/** Does what has not been done yet. */
export function goForward(disk: Disk, journal: Journal): void {
  for (const step of journal.steps) forward(disk, placesOf(journal, step), step);
}

/** Undoes what has been done, last first. */
export function goBack(disk: Disk, journal: Journal): void {
  for (const step of journal.steps.toReversed()) back(disk, placesOf(journal, step), step);
  for (const folder of journal.folders.toReversed()) removeIfEmpty(disk, path.join(journal.root, folder));
}

/**
 * Checks before continuing the work of a process that has ended: every path is still inside, and nobody has edited a
 * file since. Throws otherwise, so that no edits are lost.
 */
export function checkResumable(journal: Journal): void {
  const inside = new InsideRoot(journal.root);
  for (const step of journal.steps) {
    inside.check(step.path);
    const places = placesOf(journal, step);
    const found = contentHash(places.target);
    const isThrough = isDone(places, step);
    // Between the two renames of a step that goes back, the file is missing for a moment.
    const isAway = !isThrough && found === undefined && existsSync(places.backup);
    if (isAway || found === (isThrough ? step.after : step.before)) continue;
    throw new UserError(
      'write-interrupted',
      `a kbts command was interrupted, and ${step.path} has been changed since: its work can neither be finished nor taken back`,
      { fix: `undo that change; or, to keep all files as they are now, delete the folder ${STAGING_FOLDER}` },
    );
  }
}

/** Whether the contents that the steps need are there as they were written. */
export function canFinish(journal: Journal): boolean {
  return journal.steps.every((step) => {
    const places = placesOf(journal, step);
    return isDone(places, step) || step.after === undefined || contentHash(places.staged) === step.after;
  });
}

/** How the files are, when the staging folder is gone. */
export function stateOf(journal: Journal): 'before' | 'after' | 'between' {
  const found = journal.steps.map((step) => contentHash(path.join(journal.root, step.path)));
  if (journal.steps.every(({ after }, index) => found[index] === after)) return 'after';
  if (journal.steps.every(({ before }, index) => found[index] === before)) return 'before';
  return 'between';
}

/** Removes what became empty because its files were removed. */
export function removeEmptyFolders(disk: Disk, { root, steps }: Journal): void {
  for (const step of steps) {
    if (step.after !== undefined) continue;
    for (let folder = path.posix.dirname(step.path); folder !== '.'; folder = path.posix.dirname(folder))
      if (!removeIfEmpty(disk, path.join(root, folder))) break;
  }
}

interface Places {
  readonly target: string;
  readonly staged: string;
  readonly backup: string;
}

function placesOf(journal: Journal, { path: file, staged, backup }: JournalStep): Places {
  const folder = stagingFolder(journal);
  return {
    target: path.join(journal.root, file),
    staged: path.join(folder, staged),
    backup: path.join(folder, backup),
  };
}

function isDone({ staged, backup }: Places, { after }: JournalStep): boolean {
  return after === undefined ? existsSync(backup) : !existsSync(staged);
}

function forward(disk: Disk, places: Places, step: JournalStep): void {
  if (isDone(places, step)) return;
  const { target, staged, backup } = places;
  if (step.after === undefined) {
    disk.rename(target, backup);
    return;
  }
  if (step.before === undefined) disk.mkdirs(path.dirname(target));
  else if (existsSync(target) && !existsSync(backup)) keep(disk, target, backup);
  disk.rename(staged, target);
}

/** A second name for the same content; a copy where the file system has no such names. */
function keep(disk: Disk, target: string, backup: string): void {
  try {
    disk.link(target, backup);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!noLinks.has(code)) throw error;
    const half = `${backup}.part`;
    disk.copy(target, half);
    disk.rename(half, backup);
  }
}

function back(disk: Disk, places: Places, step: JournalStep): void {
  const { target, staged, backup } = places;
  if (step.after !== undefined && isDone(places, step)) disk.rename(target, staged);
  if (step.before !== undefined && existsSync(backup) && !existsSync(target)) disk.rename(backup, target);
}

/** Whether the folder is gone; one with something in it stays. */
export function removeIfEmpty(disk: Disk, folder: string): boolean {
  try {
    disk.rmdir(folder);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') return true;
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return false;
    throw error;
  }
}

function contentHash(file: string): string | undefined {
  const info = infoOf(file, lstatSync);
  if (info === undefined) return undefined;
  return info.isFile() ? hashOf(readFileSync(file)) : '';
}
