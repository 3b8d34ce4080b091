import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSource, viewFiles } from '../../../src/reader/sources/files.js';

test.each([
  ['a.ts', true],
  ['a.mts', true],
  ['a.test.ts', false],
  ['a.d.ts', false],
  ['a.js', false],
])('%s is a source: %s', (name, expected) => {
  expect(isSource(name)).toBe(expected);
});

test('planned files are seen, removed ones are not, dependencies never', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-files-'));
  for (const folder of ['src', 'src/node_modules']) mkdirSync(path.join(root, folder));
  for (const file of ['src/a.ts', 'src/b.ts', 'src/node_modules/c.ts'])
    writeFileSync(path.join(root, file), '\uFEFFdisk');
  const planned = path.join(root, 'src/new.ts');

  const files = viewFiles({ texts: new Map([[planned, 'plan']]), removed: new Set([path.join(root, 'src/b.ts')]) });

  expect(files.sourcesBelow(path.join(root, 'src')).map((file) => path.basename(file))).toEqual(['a.ts', 'new.ts']);
  expect(files.read(planned)).toBe('plan');
  expect(files.read(path.join(root, 'src/a.ts'))).toBe('disk');
  expect(files.read(path.join(root, 'src/b.ts'))).toBeUndefined();
  rmSync(root, { recursive: true, force: true });
});

test('folders of any name are read, and links are followed, each file once', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-files-'));
  const write = (file: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), '');
  };
  const link = (target: string, file: string): void => symlinkSync(path.join(root, target), path.join(root, file));
  for (const name of ['dist', 'coverage', 'testdata', '.hidden', 'node_modules']) write(`src/${name}/a.ts`);
  for (const file of ['elsewhere/b.ts', 'elsewhere/more/c.ts', 'elsewhere/b.test.ts', 'one.ts']) write(file);
  link('elsewhere', 'src/linked');
  link('elsewhere', 'src/linked-twice');
  link('elsewhere/more', 'src/part');
  link('one.ts', 'src/one.ts');
  link('src/dist/a.ts', 'src/again.ts');
  link('nothing', 'src/nothing.ts');
  link('src/loop.ts', 'src/loop.ts');
  link('src', 'elsewhere/back');
  link('src', 'src/self');

  const found = viewFiles()
    .sourcesBelow(path.join(root, 'src'))
    .map((file) => path.relative(path.join(root, 'src'), file).split(path.sep).join('/'));

  expect(found.filter((file) => !file.startsWith('part/') && !file.includes('linked'))).toEqual([
    'coverage/a.ts',
    'dist/a.ts',
    'one.ts',
    'testdata/a.ts',
  ]);
  expect(found.map((file) => path.posix.basename(file)).sort()).toEqual([
    'a.ts',
    'a.ts',
    'a.ts',
    'b.ts',
    'c.ts',
    'one.ts',
  ]);
  expect(viewFiles().sourcesBelow(path.join(root, 'src'), { withLinks: false })).toHaveLength(3);
  rmSync(root, { recursive: true, force: true });
});
