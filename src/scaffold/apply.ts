/** The only code that writes into a project: everything, or nothing. */
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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
  await lock(root);
  try {
    await step('lock');
    await checkUnchanged(root, changes);
    const steps = await stage(root, changes, async () => step('stage'));
    await checkWritable(root, steps);
    await writeJournal(root, steps);
    await step('journal');
    await runSteps(root, steps, changes, step);
    await step('clean');
  } catch (error) {
    await clean(root);
    throw asUserError(error);
  }
  await clean(root);
}

/** The staging folder is also the lock: only one command at a time can make it. */
async function lock(root: string): Promise<void> {
  await mkdir(root, { recursive: true }).catch((error: unknown) => {
    throw asUserError(error);
  });
  await recover(root);
  await mkdir(path.join(root, STAGING_FOLDER)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw asUserError(error);
    throw new UserError(
      'cannot-write',
      `another kbts command is writing into this project (${STAGING_FOLDER} exists)`,
      {
        fix: 'wait until it has ended and try again',
        cause: error,
      },
    );
  });
  await markOwner(root);
}

/** Nobody's edits are lost: what the plan read must still be there. */
async function checkUnchanged(root: string, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) {
    const source = change.kind === 'move' ? change.from : change.path;
    const current = await readFile(path.join(root, source), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    const expected = change.kind === 'create' ? undefined : change.before;
    if (current === expected) continue;
    throw new UserError('file-changed', `${source} was changed by someone else while kbts was working`, {
      fix: 'run the command again',
    });
  }
}

async function stage(
  root: string,
  changes: readonly FileChange[],
  staged: () => Promise<void>,
): Promise<JournalStep[]> {
  const results = await Promise.allSettled(
    changes.map(async (change, index): Promise<JournalStep[]> => {
      if (change.kind === 'delete') return [{ act: 'remove', path: change.path }];
      const name = `${index}-${randomBytes(4).toString('hex')}`;
      const file = path.join(root, STAGING_FOLDER, name);
      await writeFile(file, change.text);
      const source = change.kind === 'move' ? change.from : change.path;
      const mode = change.kind === 'create' ? change.mode : await modeOf(path.join(root, source));
      if (mode !== undefined) await chmod(file, mode);
      await staged();
      const place: JournalStep = { act: 'place', staged: name, path: change.path };
      return change.kind === 'move' ? [place, { act: 'remove', path: change.from }] : [place];
    }),
  );
  // Nothing may still be writing when a failure is cleaned up.
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

/** Finds out before the point of no return whether the renames can succeed. */
async function checkWritable(root: string, steps: readonly JournalStep[]): Promise<void> {
  const folders = new Set<string>();
  for (const step of steps) {
    const target = path.join(root, step.path);
    const info = await lstat(target).catch(() => undefined);
    if (info !== undefined && !info.isFile()) {
      throw new UserError('cannot-write', `${step.path} is not a regular file`, { fix: 'move it away' });
    }
    folders.add(await nearestFolder(root, path.dirname(target)));
  }
  for (const folder of folders) {
    const probe = path.join(folder, `.kbts-probe-${randomBytes(4).toString('hex')}`);
    await writeFile(probe, '');
    await rm(probe, { force: true });
  }
}

async function nearestFolder(root: string, folder: string): Promise<string> {
  for (let current = folder; ; current = path.dirname(current)) {
    const info = await stat(current).catch(() => undefined);
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
      await runJournal(root, [one]);
      await step('write');
    }
  } catch (error) {
    await undo(root, changes).catch((undoError: unknown) => {
      throw new UserError(
        'write-interrupted',
        `writing failed (${(error as Error).message}) and could not be undone (${(undoError as Error).message})`,
        {
          fix: 'free the disk or mend the permissions, then run any kbts command here: it finishes what was begun',
          cause: error,
        },
      );
    });
    throw error;
  }
}

async function undo(root: string, changes: readonly FileChange[]): Promise<void> {
  const restore = changes.flatMap((change) => {
    if (change.kind === 'create') return [];
    return [{ path: change.kind === 'move' ? change.from : change.path, text: change.before }];
  });
  for (const file of restore) {
    await mkdir(path.dirname(path.join(root, file.path)), { recursive: true });
    await writeFile(path.join(root, file.path), file.text);
  }
  const added = changes.filter(({ kind }) => kind === 'create' || kind === 'move');
  await runJournal(
    root,
    added.map((change) => ({ act: 'remove', path: change.path })),
  );
}

async function modeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    (info) => info.mode & 0o777,
    () => undefined,
  );
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
