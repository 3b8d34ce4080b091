/**
 * The record of what `applyChanges` is doing. It is outside the project, in a folder of the user, under a name made from
 * this machine and the project's path; the new contents are in the project below a random name that only the record knows. So
 * nothing in a repository is ever used as a journal.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { UserError } from '../errors.js';
import type { Disk } from './disk.js';
import { isAlive, isSameProcess, startOf } from './running-process.js';
import { openStateFolder, trustedFolders } from './state-folder.js';

/** In the project's root while changes are being written, and at no other time. */
export const STAGING_FOLDER = '.kbts-apply';

/**
 * One file. `staged` is the name of its new content, `backup` that of its old content, both in the staging folder;
 * `before` and `after` are hashes. Without `after` the file is removed, without `before` it is new.
 */
export interface JournalStep {
  readonly path: string;
  readonly staged: string;
  readonly backup: string;
  readonly before?: string;
  readonly after?: string;
}

/** `staging`: nothing has changed yet. `forward` and `back`: where the steps go. `done`: only leftovers remain. */
export type Phase = 'staging' | 'forward' | 'back' | 'done';

/** What the record says. */
export interface Journal {
  /** The real path of the project. */
  readonly root: string;
  readonly nonce: string;
  readonly pid: number;
  /** When the process began, as the system tells it; another process may get the same id. */
  readonly started: string;
  readonly phase: Phase;
  readonly steps: readonly JournalStep[];
  /** Folders that the steps make. */
  readonly folders: readonly string[];
}

/** A journal and the file that it is in. */
export interface OpenJournal {
  readonly file: string;
  readonly journal: Journal;
}

/** What file systems say that have no second names for a file. */
export const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** A new journal, not written yet. */
export function newJournal(root: string): Journal {
  const nonce = randomBytes(16).toString('hex');
  const { pid } = process;
  return { root, nonce, pid, started: startOf(pid), phase: 'staging', steps: [], folders: [] };
}

/** The folder of the staged contents. */
export function stagingFolder({ root, nonce }: Pick<Journal, 'root' | 'nonce'>): string {
  return path.join(root, STAGING_FOLDER, nonce);
}

/** Writes the first record. Throws when there is one already: then another command was quicker. */
export function createRecord(disk: Disk, folders: readonly string[], journal: Journal): OpenJournal {
  const file = path.join(openStateFolder(disk, folders, journal.root), recordName(journal.root));
  const temporary = halfWritten(file);
  disk.write(temporary, JSON.stringify(journal), 0o600);
  try {
    disk.link(temporary, file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (noLinks.has(code)) {
      disk.rename(temporary, file);
      return { file, journal };
    }
    disk.unlink(temporary);
    throw code === 'EEXIST' ? busy('another kbts command') : error;
  }
  disk.unlink(temporary);
  return { file, journal };
}

/** Replaces the record; readers see the old one or the new one. */
export function saveRecord(disk: Disk, { file }: OpenJournal, journal: Journal): OpenJournal {
  const temporary = halfWritten(file);
  disk.write(temporary, JSON.stringify(journal), 0o600);
  disk.rename(temporary, file);
  return { file, journal };
}

/** The name of a record until it is complete. */
function halfWritten(file: string): string {
  return `${file}.${process.pid}`;
}

/** Removes half-written records of processes that have ended. */
export function removeHalves(disk: Disk, folders: readonly string[], root: string): void {
  for (const folder of trustedFolders(folders, root)) {
    for (const name of readdirSync(folder)) {
      const pid = name.startsWith(`${recordName(root)}.`) ? Number(path.extname(name).slice(1)) : 0;
      if (pid > 0 && (pid === process.pid || !isAlive(pid))) disk.unlink(path.join(folder, name));
    }
  }
}

/** The record of a project, if there is one. */
export function findRecord(folders: readonly string[], root: string): OpenJournal | undefined {
  const files = trustedFolders(folders, root).map((folder) => path.join(folder, recordName(root)));
  const file = files.find((one) => existsSync(one));
  if (file === undefined) return undefined;
  const journal = parse(readFileSync(file, 'utf8'));
  if (journal?.root === root) return { file, journal };
  throw new UserError('write-interrupted', `the journal of an interrupted command cannot be read: ${file}`, {
    fix: `compare the project with version control, then delete ${file} and ${STAGING_FOLDER}`,
  });
}

/** Throws while the process that wrote the record is running. */
export function checkOwner({ pid, started }: Journal): void {
  if (pid === process.pid || !isSameProcess(pid, started)) return;
  throw busy(`another kbts command (process ${pid})`);
}

/** The hash that steps carry. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function recordName(root: string): string {
  return `apply-${hashOf(`${hostname()}\0${root}`).slice(0, 32)}.json`;
}

function busy(who: string): UserError {
  return new UserError('cannot-write', `${who} is writing into this project`, {
    fix: 'wait until it has ended and try again',
  });
}

function parse(text: string): Journal | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJournal(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isJournal(value: unknown): value is Journal {
  if (typeof value !== 'object' || value === null) return false;
  const { root, nonce, pid, started, phase, steps, folders } = value as Partial<Record<keyof Journal, unknown>>;
  return (
    [root, started].every((one) => typeof one === 'string') &&
    isName(nonce) &&
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    ['staging', 'forward', 'back', 'done'].includes(String(phase)) &&
    Array.isArray(steps) &&
    steps.every(isStep) &&
    Array.isArray(folders) &&
    folders.every((folder) => typeof folder === 'string')
  );
}

function isStep(value: unknown): value is JournalStep {
  if (typeof value !== 'object' || value === null) return false;
  const { path: file, staged, backup, before, after } = value as Partial<Record<keyof JournalStep, unknown>>;
  const isHash = (one: unknown): boolean => one === undefined || isName(one);
  return typeof file === 'string' && isName(staged) && isName(backup) && isHash(before) && isHash(after);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z0-9-]+$/.test(value);
}
