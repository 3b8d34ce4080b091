import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { askConfirm, askText } from '../../src/cli/prompt.js';
import { temporaryFolder } from '../project-folder.js';
import { snapshot } from '../snapshot.js';
import { fakeTerminal } from './fakes/fake-terminal.js';
import { runOk } from './fakes/run-cli.js';

test('without a person a missing value is wrong usage that names the flag', async () => {
  await expect(askText(fakeTerminal(), 'kind', { message: 'Kind' })).rejects.toMatchObject({
    code: 'flag-missing',
    message: '--kind is missing',
  });
});

test('without a person the default is the answer', async () => {
  expect(await askConfirm(fakeTerminal(), 'Create?', true)).toBe(true);
  expect(await askConfirm(fakeTerminal(), 'Create?', false)).toBe(false);
});

// script(1) gives the program a terminal of its own.
async function inTerminal(
  cwd: string,
  args: string,
  input: string | undefined,
  question = '?',
): Promise<{ output: string; code: number | null }> {
  const command = `stty cols 100 rows 40; ${process.execPath} ${path.resolve('bin/kbts.js')} ${args}`;
  const env: NodeJS.ProcessEnv = { ...process.env, TERM: 'xterm' };
  delete env.CI;
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let isAnswered = false;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    if (isAnswered || !output.includes(question)) return;
    isAnswered = true;
    child.stdin.write(input);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { output, code };
}

test('a person is asked, and Ctrl-C or the end of input leaves every byte as it was', async () => {
  if (!existsSync('dist/cli/main.cjs')) throw new Error('dist/ is missing: run "npm run build" first');
  const { root, clean } = await temporaryFolder('shop');
  await runOk(root, 'init', '--skip-install', '--kbts', '*');
  const before = await snapshot(root);

  const stopped = await inTerminal(root, 'create api --version v1', '\u0003', 'Group, without the domain my.domain');

  expect(stopped.output).toContain('prompt-aborted');
  expect(stopped.code).toBe(1);
  expect(await snapshot(root)).toEqual(before);
  await clean();
});

test('who names group, version and kind is asked nothing, so that pasted lines are commands', async () => {
  const { root, clean } = await temporaryFolder('shop');
  const init = 'init my-operator --domain example.com --skip-install --kbts *'.replace('*', "'*'");
  const kbts = `${process.execPath} ${path.resolve('bin/kbts.js')}`;
  const api = `-C my-operator create api --group webapp --version v1 --kind Guestbook; echo done-$?`;

  const { output } = await inTerminal(root, `${init} && ${kbts} ${api}`, undefined, 'no question');

  expect(output).toContain('cd my-operator');
  expect(output).toContain('done-0');
  expect(existsSync(path.join(root, 'my-operator/src/controller/guestbook.controller.ts'))).toBe(true);
  await clean();
});

test('init asks a person for the domain, and create api first for the group, which is that of the project', async () => {
  const { root, clean } = await temporaryFolder('shop');

  const init = await inTerminal(root, "init --skip-install --kbts '*'", '.org\r', 'Domain');
  await runOk(root, 'create', 'api', '--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook');
  const api = await inTerminal(root, 'create api --version v1 --dry-run', '\u0003', 'Group');

  expect(init.code).toBe(0);
  expect(await readFile(path.join(root, 'PROJECT'), 'utf8')).toContain('domain: my.domain.org');
  expect(api.output).toContain('Group, without the domain my.domain.org');
  expect(api.output).toContain('webapp');
  await clean();
});
