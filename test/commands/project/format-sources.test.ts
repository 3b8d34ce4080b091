import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatLongSources } from '../../../src/commands/project/format-sources.js';
import { WorkingTree } from '../../../src/scaffold/working-tree.js';
import { localProgram, temporaryFolder } from '../../project-folder.js';

const long = `export const value = [${Array.from({ length: 40 }, (_, index) => index + 1000).join(', ')}];\n`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tree: WorkingTree;
beforeEach(async () => {
  folder = await temporaryFolder();
  tree = new WorkingTree(folder.root);
  await tree.create('src/a.ts', long);
});
afterEach(async () => folder.clean());

test('long lines are broken by the formatter of the project', async () => {
  await mkdir(path.join(folder.root, 'node_modules/.bin'), { recursive: true });
  await symlink(localProgram('oxfmt'), path.join(folder.root, 'node_modules/.bin/oxfmt'));

  await formatLongSources(tree);

  expect((await tree.read('src/a.ts')).split('\n').length).toBeGreaterThan(2);
});

test('without a formatter they stay', async () => {
  await formatLongSources(tree);

  expect(await tree.read('src/a.ts')).toBe(long);
});
