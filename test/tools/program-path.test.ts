import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { programEnvironment, trustedPath } from '../../src/tools/program-path.js';
import { runTool } from '../../src/tools/run-tool.js';
import { temporaryFolder } from '../project-folder.js';
import { fakePrograms } from './fake-programs.js';

test('relative folders and folders of packages are left out', () => {
  const folders = [
    '',
    '.',
    'bin',
    '/repo/node_modules/.bin',
    '/node_modules/',
    '/usr/local/bin',
    '/opt/node_modules_old/bin',
  ];
  expect(trustedPath(folders.join(':'), ':')).toBe('/usr/local/bin:/opt/node_modules_old/bin');
});

test('a program that is called by its path keeps its environment', () => {
  const env = { PATH: 'bin:/usr/bin' };
  expect(programEnvironment('/usr/bin/node', env)).toBe(env);
  expect(programEnvironment('kubectl', env)).toEqual({ PATH: '/usr/bin' });
  expect(programEnvironment('kubectl', { A: 'b' }, { PATH: 'x:/y' })).toEqual({ A: 'b', PATH: '/y' });
});

test('a program that a repository brings is not run in place of the real one', async () => {
  await using real = await fakePrograms({ kubectl: `console.log('real');` });
  await using other = await fakePrograms({ kubectl: `console.log('of the repository');` });
  const folder = await temporaryFolder();
  const bin = path.join(folder.root, 'node_modules/.bin');
  await mkdir(path.dirname(bin), { recursive: true });
  await symlink(other.folder, bin);

  for (const before of [bin, 'node_modules/.bin', path.join(folder.root, 'sub/../node_modules/.bin')]) {
    const env = { PATH: [before, real.folder].join(path.delimiter) };
    const { stdout } = await runTool('kubectl', [], { cwd: folder.root, env, install: '' });
    expect(stdout).toBe('real\n');
  }
  await folder.clean();
});
