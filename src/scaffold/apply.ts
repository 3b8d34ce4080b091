/**
 * The only code that writes into a project: everything, or nothing. Files are many and small, and nothing else
 * happens meanwhile, so calls are synchronous: several times faster than a round trip to the thread pool for each.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync, type Stats } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors.js';
import type { FileChange } from './file-change.js';
import { clean, markOwner, recover, runJournal, STAGING_FOLDER, writeJournal, type JournalStep } from './journal.js';

/** Hooks for tests that fail or stop at a given point. */
export interface ApplyOptions {
  readonly onStep?: (step: 'lock' | 'stage' | 'journal' | 'write' | 'clean') => void | Promise<void>;
}

/**
 * Writes all changes, or none. Rejects without having changed anything when a file was changed since
 * the plan was made, or when something cannot be written.
 */
export async function applyChanges(
  root: string,
  changes: readonly FileChange[],
  options: ApplyOptions = {},
): Promise<void> {
  if (changes.length === 0) return;
  const step = options.onStep ?? (() => undefined);
  lock(root);
  try {
    await step('lock');
    checkUnchanged(root, changes);
    const steps: JournalStep[] = [];
    for (const [index, change] of changes.entries()) {
      steps.push(...stage(root, change, index));
      await step('stage');
    }
    checkWritable(root, steps);
    writeJournal(root, steps);
    await step('journal');
    await runSteps(root, steps, changes, step);
    await step('clean');
  } catch (error) {
    clean(root);
    throw asUserError(error);
  }
  clean(root);
}

/** The staging folder is also the lock: only one command at a time can make it. */
function lock(root: string): void {
  attempt(() => mkdirSync(root, { recursive: true }));
  recover(root);
  attempt(() => mkdirSync(path.join(root, STAGING_FOLDER)), {
    EEXIST: (cause) =>
      new UserError('cannot-write', `another kbts command is writing into this project (${STAGING_FOLDER} exists)`, {
        fix: 'wait until it has ended and try again',
        cause,
      }),
  });
  markOwner(root);
}

/** Calls `action`; a failure becomes an error that the user can act on. */
function attempt(action: () => void, known: Readonly<Record<string, (error: unknown) => UserError>> = {}): void {
  try {
    action();
  } catch (error) {
    throw known[(error as NodeJS.ErrnoException).code ?? '']?.(error) ?? asUserError(error);
  }
}

/** Nobody's edits are lost: what the plan read must still be there. */
function checkUnchanged(root: string, changes: readonly FileChange[]): void {
  for (const change of changes) {
    const source = change.kind === 'move' ? change.from : change.path;
    const expected = change.kind === 'create' ? undefined : change.before;
    if (textOf(path.join(root, source)) === expected) continue;
    throw new UserError('file-changed', `${source} was changed by someone else while kbts was working`, {
      fix: 'run the command again',
    });
  }
}

function textOf(file: string): string | undefined {
  // Most files are new, and an error object for each of them would cost more than asking first.
  return infoOf(file) === undefined ? undefined : readFileSync(file, 'utf8');
}

/** What a file is; `undefined` when it is not there, or when one of its folders is a file. */
function infoOf(file: string, ask: typeof statSync | typeof lstatSync = statSync): Stats | undefined {
  try {
    return ask(file, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function stage(root: string, change: FileChange, index: number): JournalStep[] {
  if (change.kind === 'delete') return [{ act: 'remove', path: change.path }];
  const name = `${index}-${randomBytes(4).toString('hex')}`;
  const file = path.join(root, STAGING_FOLDER, name);
  writeFileSync(file, change.text);
  const source = change.kind === 'move' ? change.from : change.path;
  const mode = change.kind === 'create' ? change.mode : modeOf(path.join(root, source));
  if (mode !== undefined) chmodSync(file, mode);
  const place: JournalStep = { act: 'place', staged: name, path: change.path };
  return change.kind === 'move' ? [place, { act: 'remove', path: change.from }] : [place];
}

/** Finds out before the point of no return whether the renames can succeed. */
function checkWritable(root: string, steps: readonly JournalStep[]): void {
  const folders = new Set<string>();
  for (const step of steps) {
    const target = path.join(root, step.path);
    const info = infoOf(target, lstatSync);
    if (info !== undefined && !info.isFile()) {
      throw new UserError('cannot-write', `${step.path} is not a regular file`, { fix: 'move it away' });
    }
    folders.add(nearestFolder(root, path.dirname(target)));
  }
  for (const folder of folders) {
    const probe = path.join(folder, `.kbts-probe-${randomBytes(4).toString('hex')}`);
    writeFileSync(probe, '');
    rmSync(probe, { force: true });
  }
}

function nearestFolder(root: string, folder: string): string {
  for (let current = folder; ; current = path.dirname(current)) {
    const info = infoOf(current);
    if (info?.isDirectory() === true) return current;
    if (info !== undefined)
      throw new UserError('cannot-write', `${path.relative(root, current)} is a file, and a folder is needed there`, {
        fix: 'move it away',
      });
    if (current === root) return root;
  }
}

/** A failure here (the disk went read-only, say) is undone with the texts that the plan holds. */
async function runSteps(
  root: string,
  steps: readonly JournalStep[],
  changes: readonly FileChange[],
  step: NonNullable<ApplyOptions['onStep']>,
): Promise<void> {
  try {
    for (const one of steps) {
      runJournal(root, [one]);
      await step('write');
    }
  } catch (error) {
    undoAfter(error, root, changes);
    throw error;
  }
}

function undoAfter(error: unknown, root: string, changes: readonly FileChange[]): void {
  try {
    undo(root, changes);
  } catch (undoError) {
    throw new UserError(
      'write-interrupted',
      `writing failed (${(error as Error).message}) and could not be undone (${(undoError as Error).message})`,
      {
        fix: 'free the disk or mend the permissions, then run any kbts command here: it finishes what was begun',
        cause: error,
      },
    );
  }
}

function undo(root: string, changes: readonly FileChange[]): void {
  const restore = changes.flatMap((change) => {
    if (change.kind === 'create') return [];
    return [{ path: change.kind === 'move' ? change.from : change.path, text: change.before }];
  });
  for (const file of restore) {
    mkdirSync(path.dirname(path.join(root, file.path)), { recursive: true });
    writeFileSync(path.join(root, file.path), file.text);
  }
  const added = changes.filter(({ kind }) => kind === 'create' || kind === 'move');
  runJournal(
    root,
    added.map((change) => ({ act: 'remove', path: change.path })),
  );
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
    fix: 'nothing was changed; mend the cause and run the command again',
    cause: error,
  });
}
