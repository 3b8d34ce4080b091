import { Command } from 'commander';
import { expect, test } from 'vitest';
import { imageFlag, parseDuration, withChangeFlags } from '../../src/cli/cluster-flags.js';
import { createProgram } from '../../src/cli/program.js';
import { fakeTerminal } from './fakes/fake-terminal.js';

test.each([
  ['90s', 90_000],
  ['5m', 300_000],
  ['1m30s', 90_000],
  ['500ms', 500],
  ['1.5h', 5_400_000],
  ['30', 30_000],
])('%s are %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(['', 'soon', '5 m', '-3s', '3x', 's'])('refuses the duration "%s"', (text) => {
  expect(() => parseDuration(text)).toThrow('duration');
});

test('every command that changes a cluster has the same flags', () => {
  const command = withChangeFlags(new Command('x'), '90s').addOption(imageFlag()).exitOverride();

  command.parse(['--context', 'a', '--kubeconfig', 'b', '-n', 'c', '--dry-run', '-o', 'json', '--image', 'i'], {
    from: 'user',
  });

  expect(command.opts()).toEqual({
    context: 'a',
    kubeconfig: 'b',
    namespace: 'c',
    dryRun: true,
    output: 'json',
    image: 'i',
    timeout: 90_000,
  });
});

test('an empty --kubeconfig is refused by every command that has it, and does not choose the default file', () => {
  const commands = allCommands(createProgram(fakeTerminal()));
  const withFlag = commands.filter(({ options }) =>
    options.some(({ long, hidden }) => long === '--kubeconfig' && !hidden),
  );
  expect(withFlag.length).toBeGreaterThan(10);

  for (const command of withFlag) {
    const { parseArg } = command.options.find(({ long }) => long === '--kubeconfig') ?? {};
    for (const value of ['', ' ']) expect(() => parseArg?.(value, undefined), command.name()).toThrow('It is empty');
    expect(parseArg?.('staging.yaml', undefined)).toBe('staging.yaml');
  }
});

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap((inner) => allCommands(inner))];
}
