import { Command } from 'commander';
import { expect, test } from 'vitest';
import { imageFlag, parseDuration, withChangeFlags } from '../../src/cli/cluster-flags.js';

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
