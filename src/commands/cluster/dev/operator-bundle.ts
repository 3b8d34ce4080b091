/** Bundles the project's operator as `npm run build` does, but beside the installed packages, not into dist/. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { runTool } from '../../../tools/run-tool.js';
import { makeRoom } from '../../cache-files.js';
import { interrupted } from '../explain-failure.js';
import { removeLeftFiles } from './left-files.js';

const buildScript = 'scripts/build.mjs';

/** Runs the project's own build; the path of the bundle. A failing build is a `build-failed` with what the bundler said. */
export async function bundleOperator(
  root: string,
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    readonly name?: string;
  } = {},
): Promise<string> {
  await expect(path.join(root, buildScript), `there is no ${buildScript}`, 'restore it from version control');
  await expect(path.join(root, 'node_modules'), 'the packages of the project are not installed', 'run "npm install"');
  const name = `${options.name ?? 'main'}.js`;
  const file = makeRoom(root, name);
  makeRoom(root, `${name}.map`);
  removeLeftFiles(root);
  const { env, signal } = options;
  await runTool(process.execPath, [buildScript, file], {
    cwd: root,
    env,
    signal,
    timeoutMs: 120_000,
    install: '',
  }).catch((error: unknown) => {
    if (signal?.aborted) throw interrupted('cannot build the operator', error);
    if (!(error instanceof UserError) || error.code !== 'tool-failed') throw error;
    const said = error.message.split('\n').slice(1).join('\n');
    throw new UserError('build-failed', `the operator cannot be built:\n${said}`, {
      fix: 'correct what the message names; "npm run build" shows all of it',
      cause: error,
    });
  });
  return file;
}

async function expect(file: string, problem: string, fix: string): Promise<void> {
  if (await stat(file).catch(() => undefined)) return;
  throw new UserError('build-failed', `the operator cannot be built: ${problem}`, { fix });
}
