import { Command } from 'commander';
import { expect, test } from 'vitest';
import { rootFolder } from '../../src/cli/root-folder.js';
import { fakeTerminal } from './fake-terminal.js';

test.each([
  [[], '/here'],
  [['-C', 'there'], '/here/there'],
  [['-C', '/abs'], '/abs'],
])('%j → %s', (args, expected) => {
  const program = new Command().option('-C, --directory <folder>');
  const child = program.command('list');

  program.parse([...args, 'list'], { from: 'user' });

  expect(rootFolder(child, fakeTerminal({ cwd: '/here' }))).toBe(expected);
});
