import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { newProjectText } from '../../../src/project/project-file.js';
import { temporaryFolder } from '../../commands/cluster/project-fixture.js';
import { fakePrograms } from '../../tools/fake-programs.js';
import { fakeTerminal } from '../fakes/fake-terminal.js';

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  temporary = await temporaryFolder();
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
  await writeFile(path.join(temporary.folder, 'Dockerfile'), 'FROM scratch\n');
});

afterEach(() => temporary[Symbol.asyncDispose]());

test('flags become a build and a push, and say what to do next', async () => {
  await using programs = await fakePrograms({ podman: "console.log('podman version 5.0.0');" });
  const terminal = fakeTerminal({ cwd: temporary.folder, env: { ...process.env, ...programs.env } });
  const image = ['--image', 'r.io/a:v1', '--container-tool', 'podman'];

  const built = await run(
    ['docker-build', ...image, '--platform', 'linux/amd64', '--build-arg', 'A=1', '--build-arg', 'B=2', '--verbose'],
    terminal,
  );
  const pushed = await run(['docker-push', ...image, '-o', 'json'], terminal);

  expect([built, pushed], terminal.stderr).toEqual([0, 0]);
  expect(await programs.calls()).toContainEqual([
    'podman',
    'build',
    '--platform',
    'linux/amd64',
    '--tag',
    'r.io/a:v1',
    '--build-arg',
    'A=1',
    '--build-arg',
    'B=2',
    '.',
  ]);
  expect(terminal.stdout).toContain('built  r.io/a:v1 (podman)\n');
  expect(terminal.stdout).toContain('"pushed": true');
  expect(terminal.stderr).toContain('npx kbts docker-push --image r.io/a:v1');
});

test('a container tool that is missing ends with 1 and its fix', async () => {
  await using programs = await fakePrograms({});
  const terminal = fakeTerminal({ cwd: temporary.folder, env: { ...process.env, ...programs.env } });

  expect(await run(['docker-build', '--image', 'r.io/a:v1', '--container-tool', 'nerdctl'], terminal)).toBe(1);
  expect(terminal.stderr).toMatch(/error tool-missing: nerdctl was not found\n {2}fix: install nerdctl/);
});
