import { Command } from 'commander';
import { expect, test } from 'vitest';
import { cacheFolder, rootFolder } from '../../src/cli/root-folder.js';
import { fakeTerminal } from './fakes/fake-terminal.js';

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

test('the cache is where the environment says, or below the home folder', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' })).toBe('/c/kbts');
  expect(cacheFolder({})).toMatch(/\/\.cache\/kbts$/);
});
