import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../project-folder.js';
import { runCli } from '../fakes/run-cli.js';

test('build-chart outside of a project says what to do', async () => {
  const folder = await temporaryFolder('ship');
  onTestFinished(folder.clean);
  const { code, stderr } = await runCli(folder.root, ['build-chart']);
  expect(code).toBe(1);
  expect(stderr).toContain('project-missing');
});
