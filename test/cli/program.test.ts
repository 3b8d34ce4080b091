import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { fakeTerminal } from './fakes/fake-terminal.js';
import { runCli } from './fakes/run-cli.js';

const leaves = leavesOf(createProgram(fakeTerminal()), []);

describe.each(leaves)('kbts %s', (name) => {
  test('has help with a summary and an example', async () => {
    const { code, stdout } = await runCli('/', [...name.split(' '), '--help']);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: kbts /);
    expect(stdout).toMatch(/\n {2}\$ .*kbts /);
  });
});

test('every command of the design exists', () => {
  const wanted =
    'init,create api,create webhook,edit,delete api,delete webhook,list,doctor,manifests,generate,install,uninstall,deploy,undeploy,run,docker-build,docker-push,build-installer,completion,version';

  expect(wanted.split(',').filter((name) => !leaves.includes(name))).toEqual([]);
});

test('help of the whole says how to begin', async () => {
  const { code, stdout } = await runCli('/', ['--help']);

  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('kbts create api --group webapp --version v1 --kind Guestbook'),
  ]);
});

test.each([
  ['initt', 'init'],
  ['manifest', 'manifests'],
  ['lst', 'list'],
])('%s is answered with %s', async (typo, command) => {
  const { code, stderr } = await runCli('/', [typo]);

  expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean ${command}?`)]);
});

function leavesOf(command: Command, path: readonly string[]): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]));
}
