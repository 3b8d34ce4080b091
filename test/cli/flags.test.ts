import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { examples, list, wholeNumber, toggle, withResourceFlags, withWriteFlags } from '../../src/cli/flags.js';

function parse(configure: (command: Command) => Command, args: string[]): Record<string, unknown> {
  const command = configure(new Command().exitOverride().configureOutput({ writeErr: () => undefined }));
  return command.parse(args, { from: 'user' }).opts();
}

describe('switches', () => {
  test.each([
    [[], undefined],
    [['--on'], true],
    [['--on=true'], true],
    [['--on=false'], false],
    [['--on', 'no'], false],
  ])('%j → %s', (args, expected) => {
    expect(parse((command) => command.addOption(toggle('--on', '')), args).on).toBe(expected);
  });

  test('take nothing but true and false', () => {
    expect(() => parse((command) => command.addOption(toggle('--on', '')), ['--on=maybe'])).toThrow(
      'neither true nor false',
    );
  });
});

test('lists grow with commas and with repetition', () => {
  expect(parse((command) => command.addOption(list('--spoke', '')), ['--spoke', 'a,b', '--spoke', 'c']).spoke).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test.each([
  ['0', 0],
  ['12', 12],
])('%s is the number %i', (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});

test.each(['-1', '1.5', 'x', ''])('%j is no whole number', (text) => {
  expect(() => wholeNumber(text)).toThrow('not a whole number');
});

test('shared flags are there', () => {
  expect(parse(withWriteFlags, ['--dry-run', '--diff', '-y', '-o', 'json'])).toEqual({
    dryRun: true,
    diff: true,
    yes: true,
    output: 'json',
  });
  expect(parse(withResourceFlags, ['--group', 'g', '--version', 'v1', '--kind', 'K'])).toEqual({
    group: 'g',
    version: 'v1',
    kind: 'K',
  });
});

test('examples end the help', () => {
  expect(examples('kbts list')).toBe('\nExamples:\n  $ kbts list\n');
});
