import { execFile } from 'node:child_process';
import { cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkPackages, localProgram, temporaryFolder } from '../project-folder.js';
import { partOf } from '../lanes/thorough.js';
import { exampleNames } from './example-names.js';

const megabyte = 1024 * 1024;

// Lint and format of the examples are a part of `npm run lint`.
// Every third one in `make test`.
describe.each(partOf(exampleNames(), 6))('the example %s', (name) => {
  let root: string;
  let clean: () => Promise<void>;

  beforeAll(async () => {
    ({ root, clean } = await temporaryFolder(name));
    const isSource = (file: string): boolean => !/\/(node_modules|dist)$/.test(file);
    await cp(path.resolve('examples', name), root, { recursive: true, filter: isSource });
    await linkPackages(root);
  });
  afterAll(async () => clean());

  test.each([
    ['type-checks', localProgram('tsc'), ['--noEmit']],
    ['builds', process.execPath, ['scripts/build.mjs']],
    ['passes its own tests', localProgram('vitest'), ['run']],
  ])('%s', { timeout: 300_000 }, async (_, program, args) => {
    const run = promisify(execFile)(program, args, { cwd: root, env: { ...process.env, CI: 'true' } });

    const { stdout, stderr, code } = await run.then(
      (output) => ({ ...output, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => error,
    );

    expect(code, `${stdout}${stderr}`.slice(-5000)).toBe(0);
  });

  test('is one file of at most 1.5 MB', async () => {
    expect((await stat(path.join(root, 'dist/main.js'))).size).toBeLessThan(1.5 * megabyte);
  });
});
