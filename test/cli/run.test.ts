import { expect, test } from 'vitest';
import { packageVersion } from '../../src/package-root.js';
import { runCli } from './run-cli.js';

test('--version prints the version of the package', async () => {
  expect(await runCli('/', ['--version'])).toEqual({ code: 0, stdout: `${packageVersion()}\n`, stderr: '' });
});

test('results go to stdout, errors to stderr', async () => {
  const failed = await runCli('/nowhere', ['list']);

  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toContain('error project-missing');
});

test('-C chooses the folder', async () => {
  const { stderr } = await runCli('/', ['-C', '/somewhere/else', 'list']);

  expect(stderr).toContain('/somewhere/else');
});
