/** Answers `kbts manifests` when nothing has changed, with as little of the program as can be. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { largestFile } from '../../regular-file.js';
import { STAGING_FOLDER } from '../../scaffold/journal.js';
import { checkSettled } from '../../scaffold/recover.js';
import { openManifestsCache } from './manifests-cache.js';

/** What such a run says. */
export const UP_TO_DATE = 'everything is up to date\n';

/** PROJECT may have options for the command. Most projects keep none there, and then nothing is loaded to read them. */
export function hasOwnOptions(project: string): boolean {
  return /^[ \t]+['"]?manifests/m.test(project);
}

/** The arguments after `manifests` that can be answered: names of generators alone. */
export function isPlainRequest(args: readonly string[]): boolean {
  return args.every((argument) => ['crd', 'rbac', 'webhook'].includes(argument));
}

/** Whether a run in this folder would change nothing and say nothing else. When in doubt it is not. */
export function isUnchanged(root: string, generators: readonly string[]): boolean {
  const project = textOf(path.join(root, 'PROJECT'));
  if (project === undefined || hasOwnOptions(project)) return false;
  const cache = openManifestsCache(root, { root, ...(generators.length > 0 && { generators }), rights: 'check' });
  const diagnostics = cache?.look()?.diagnostics;
  return diagnostics?.every(({ severity }) => severity === 'note') === true && isSettled(root);
}

/** Undefined for what is not a file: the command itself reports that. */
function textOf(file: string): string | undefined {
  const info = statSync(file, { throwIfNoEntry: false });
  if (info === undefined) return '';
  return info.isFile() && info.size < largestFile ? readFileSync(file, 'utf8') : undefined;
}

/** What an interrupted command has begun must be finished first. */
function isSettled(root: string): boolean {
  try {
    checkSettled(root);
    return !existsSync(path.join(root, STAGING_FOLDER));
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}
