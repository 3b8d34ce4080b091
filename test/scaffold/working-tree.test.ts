import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WorkingTree } from '../../src/scaffold/working-tree.js';
import { temporaryFolder } from '../project-folder.js';
import { snapshot } from '../snapshot.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tree: WorkingTree;
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(path.join(folder.root, 'src'));
  await writeFile(path.join(folder.root, 'src/a.ts'), 'a');
  await writeFile(path.join(folder.root, 'src/b.ts'), 'b');
  tree = new WorkingTree(folder.root);
});
afterEach(async () => folder.clean());

test('reads see pending changes, and nothing is written', async () => {
  await tree.create('new.ts', 'new');
  await tree.edit('src/a.ts', (text) => `${text}!`);
  await tree.delete('src/b.ts');

  expect([await tree.find('new.ts'), await tree.find('src/a.ts'), await tree.find('src/b.ts')]).toEqual([
    'new',
    'a!',
    undefined,
  ]);
  expect(await tree.list('src')).toEqual(['src/a.ts']);
  expect(await snapshot(folder.root)).toEqual({ 'src/a.ts': 'a', 'src/b.ts': 'b' });
});

test('changes tell the difference to the disk, sorted', async () => {
  await tree.create('z.ts', 'z');
  await tree.edit('src/a.ts', () => 'changed');
  await tree.regenerate('gen.yaml', 'g');
  await tree.move('src/b.ts', 'src/c.ts');

  expect(tree.changes()).toEqual([
    { kind: 'create', path: 'gen.yaml', text: 'g', mode: undefined },
    { kind: 'modify', path: 'src/a.ts', before: 'a', text: 'changed' },
    { kind: 'move', path: 'src/c.ts', from: 'src/b.ts', before: 'b', text: 'b' },
    { kind: 'create', path: 'z.ts', text: 'z', mode: undefined },
  ]);
});

test('what ends as it began is no change', async () => {
  await tree.edit('src/a.ts', () => 'x');
  await tree.edit('src/a.ts', () => 'a');
  await tree.create('new.ts', '');
  await tree.delete('new.ts');
  await tree.regenerate('src/b.ts', 'b');

  expect(tree.changes()).toEqual([]);
});

test('an existing file is an error, unless forced or optional', async () => {
  await expect(tree.create('src/a.ts', 'x')).rejects.toMatchObject({ code: 'file-exists' });
  await tree.createIfAbsent('src/a.ts', 'x');
  expect(await tree.find('src/a.ts')).toBe('a');
  await tree.create('src/a.ts', 'x', { force: true });
  expect(await tree.find('src/a.ts')).toBe('x');
});

test('a file that must exist and does not is an error', async () => {
  await expect(tree.read('nope')).rejects.toMatchObject({ code: 'not-found' });
  await expect(tree.edit('nope', (text) => text)).rejects.toMatchObject({ code: 'not-found' });
});

test('a folder in place of a file is an error', async () => {
  await expect(tree.find('src')).rejects.toMatchObject({ code: 'cannot-read' });
  await expect(tree.find('src/a.ts/x')).rejects.toMatchObject({ code: 'cannot-read' });
});

test('a copy goes its own way', async () => {
  await tree.create('new.ts', 'new');
  const copy = tree.copy();

  await copy.delete('new.ts');

  expect([await tree.find('new.ts'), await copy.find('new.ts')]).toEqual(['new', undefined]);
});

test('the overlay holds texts and removals', async () => {
  await tree.create('new.ts', 'new');
  await tree.delete('src/a.ts');

  const { texts, removed } = tree.overlay();

  expect([[...texts], [...removed]]).toEqual([[['new.ts', 'new']], ['src/a.ts']]);
});
