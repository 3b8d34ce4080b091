import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../project-folder.js';
import { runCli } from '../../cli/fakes/run-cli.js';

async function inFolder(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const folder = await temporaryFolder('bundle');
  onTestFinished(folder.clean);
  return runCli(folder.root, args);
}

test.each([['bundle generate'], ['generate bundle']])('%s outside of a project says what to do', async (name) => {
  const { code, stderr } = await inFolder(...name.split(' '));
  expect(code).toBe(1);
  expect(stderr).toContain('project-missing');
});

test('bundle validate without a bundle says how to make one', async () => {
  const { code, stderr } = await inFolder('bundle', 'validate');
  expect(code).toBe(1);
  expect(stderr).toContain('kbts bundle generate');
});

test('optional suites have the names of operator-sdk', async () => {
  const { code, stdout } = await inFolder('bundle', 'validate', '--list-optional');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^good-practices .*\noperatorhubv2 /m);
});
