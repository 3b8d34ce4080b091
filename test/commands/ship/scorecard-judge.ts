/** operator-sdk's own program of the built-in scorecard tests, which reads its bundle from /bundle. */
import { execFile } from 'node:child_process';
import { cp, link, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { program } from './operator-sdk.js';

const run = promisify(execFile);

/** What a test says; `fail` without words when the program cannot load the bundle. */
export interface JudgeResult {
  readonly state: string;
  readonly errors: number;
}

/** Runs tests on a bundle, each in a root folder of its own that contains nothing but the program and the bundle. */
export async function sdkScorecard(bundle: string, names: readonly string[]): Promise<Record<string, JudgeResult>> {
  const root = `${bundle}.root`;
  await cp(bundle, path.join(root, 'bundle'), { recursive: true });
  const binary = path.join(root, 'scorecard-test');
  await link(program('scorecard-test'), binary).catch(() => cp(program('scorecard-test'), binary));
  const inRoot = process.getuid?.() === 0 ? ['chroot'] : ['unshare', '--map-root-user', 'chroot'];
  const results = names.map(async (name): Promise<[string, JudgeResult]> => {
    const [command = '', ...args] = [...inRoot, root, '/scorecard-test', name];
    const output = await run(command, args, { maxBuffer: 64_000_000 }).catch((error: Error & { code?: unknown }) => {
      // Exit codes of chroot itself begin at 125.
      if (typeof error.code === 'number' && error.code < 125) return undefined;
      throw error;
    });
    if (output === undefined) return [name, { state: 'fail', errors: 1 }];
    const { results: found } = JSON.parse(output.stdout) as {
      results: readonly { state: string; errors?: string[] }[];
    };
    const [{ state = '', errors = [] } = {}] = found;
    return [name, { state, errors: errors.length }];
  });
  const all = Object.fromEntries(await Promise.all(results));
  await rm(root, { recursive: true });
  return all;
}
