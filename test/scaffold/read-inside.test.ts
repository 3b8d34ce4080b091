import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkManifestsInside, readInside } from '../../src/scaffold/read-inside.js';
import { temporaryFolder } from '../project-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
beforeEach(async () => {
  folder = await temporaryFolder('project');
  root = folder.root;
  await writeFile(path.join(root, '../outside'), 'secret');
});
afterEach(async () => folder.clean());

test('links inside the project are followed, links out of it are refused', async () => {
  await mkdir(path.join(root, 'src'));
  await writeFile(path.join(root, 'src/a.ts'), 'a');
  await symlink('src/a.ts', path.join(root, 'inside'));
  await symlink('../outside', path.join(root, 'out'));
  await symlink('..', path.join(root, 'up'));

  expect(readInside(root, 'inside')).toBe('a');
  expect(readInside(root, 'missing/file')).toBeUndefined();
  for (const file of ['out', 'up/outside', '../outside'])
    expect(() => readInside(root, file)).toThrow(expect.objectContaining({ code: 'outside-project' }));
});

test('a file whose folder is a file is an error, as it could not be written', async () => {
  await writeFile(path.join(root, 'src'), '');
  expect(() => readInside(root, 'src/a.ts')).toThrow(expect.objectContaining({ code: 'cannot-read' }));
});

test('manifests that another program reads are checked first: no links out, no pipes', async () => {
  const folder = path.join(root, 'config/crd');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'a.yaml'), 'a: 1\n');
  await symlink('../../../outside', path.join(folder, 'notes.txt'));
  checkManifestsInside(root, 'config/crd');
  checkManifestsInside(root, 'config/crd/a.yaml');
  checkManifestsInside(root, 'config/missing');
  execFileSync('mkfifo', [path.join(folder, 'b.yaml')]);
  expect(() => checkManifestsInside(root, 'config/crd')).toThrow(expect.objectContaining({ code: 'cannot-read' }));
  await symlink('../../../outside', path.join(folder, 'aa.yaml'));
  await symlink('..', path.join(root, 'up'));
  for (const place of ['config/crd', 'up', 'config/crd/aa.yaml'])
    expect(() => checkManifestsInside(root, place)).toThrow(expect.objectContaining({ code: 'outside-project' }));
});
