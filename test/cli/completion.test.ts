import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { completionScript } from '../../src/cli/completion.js';
import { createProgram } from '../../src/cli/program.js';
import { fakeTerminal } from './fakes/fake-terminal.js';
import { runCli } from './fakes/run-cli.js';

const program = createProgram(fakeTerminal());

/** What bash offers for a command line. */
function complete(line: string): string[] {
  const words = line.split(' ');
  const script = `${completionScript(program, 'bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _kbts; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-eu', '-c', script], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout.trim().split('\n');
}

describe('bash completes', () => {
  test.each<[string, string[]]>([
    ['kbts cre', ['create']],
    ['kbts create ', ['api', 'webhook', '--help']],
    ['kbts create api --contr', ['--controller', '--controller-name']],
    ['kbts init --license ', ['apache2', 'copyright', 'none']],
    ['kbts init --domain create --lic', ['--license', '--license-file']],
    ['kbts list -', ['--output', '--directory', '--help']],
  ])('%s', (line, offers) => {
    expect(complete(line)).toEqual(offers);
  });
});

test.each(['bash', 'zsh', 'fish', 'powershell'] as const)('the script for %s names every command', async (shell) => {
  const { code, stdout } = await runCli('/', ['completion', shell]);

  expect(code).toBe(0);
  for (const command of ['init', 'create', 'webhook', 'manifests', 'doctor']) expect(stdout).toContain(command);
  for (const flag of ['external-crd', 'programmatic-validation']) expect(stdout).toContain(flag);
});
