import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { newProjectText } from '../../../src/project/project-file.js';
import { temporaryFolder } from '../../commands/cluster/project-fixture.js';
import { fakeTerminal } from '../fakes/fake-terminal.js';

async function kbts(folder: string, ...args: string[]): Promise<{ code: number; stderr: string }> {
  const terminal = fakeTerminal({ cwd: folder, env: { HOME: folder } });
  return { code: await run(args, terminal), stderr: terminal.stderr };
}

test.each([['run'], ['dev']])('kbts %s outside a project says so', async (name) => {
  await using temporary = await temporaryFolder();

  expect(await kbts(temporary.folder, name)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('project-missing'),
  });
});

test('kbts run without a cluster points to kbts dev', async () => {
  await using temporary = await temporaryFolder();
  const project = {
    version: '3',
    domain: 'my.domain',
    projectName: 'guestbook',
    multigroup: false,
    namespaced: false,
    packageManager: 'npm',
    resources: [],
  } as const;
  await writeFile(path.join(temporary.folder, 'PROJECT'), newProjectText(project));

  const { code, stderr } = await kbts(temporary.folder, 'run', '--', '--zap-devel');

  expect(code).toBe(1);
  expect(stderr).toMatch(/error no-cluster[\s\S]*kbts dev/);
});

test('wrong flags are wrong usage', async () => {
  await using temporary = await temporaryFolder();

  expect(await kbts(temporary.folder, 'run', '--webhook-port', '99999')).toMatchObject({ code: 2 });
  expect(await kbts(temporary.folder, 'dev', '--control-plane', 'moon')).toMatchObject({ code: 2 });
});
