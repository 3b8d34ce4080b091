import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyConfig } from '../../../../src/commands/cluster/deploy/config-copy.js';
import { temporaryFolder } from '../../../project-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let target: string;
beforeEach(async () => {
  folder = await temporaryFolder('project');
  root = folder.root;
  target = path.join(root, '../copy');
  await mkdir(target);
  await mkdir(path.join(root, 'config/default'), { recursive: true });
  await writeFile(path.join(root, 'config/default/kustomization.yaml'), 'resources: []\n');
});
afterEach(async () => folder.clean());

test('links inside the project become files and folders of their own', async () => {
  await mkdir(path.join(root, 'shared'));
  await writeFile(path.join(root, 'shared/patch.yaml'), 'a: 1\n');
  await symlink('../shared', path.join(root, 'config/shared'));
  await symlink('default/kustomization.yaml', path.join(root, 'config/kustomization.yaml'));
  await symlink('missing.yaml', path.join(root, 'config/dangling.yaml'));

  copyConfig(root, target);

  const copied = ['config/shared', 'config/shared/patch.yaml', 'config/kustomization.yaml'];
  for (const file of copied) expect(lstatSync(path.join(target, file)).isSymbolicLink(), file).toBe(false);
  expect(readFileSync(path.join(target, 'config/shared/patch.yaml'), 'utf8')).toBe('a: 1\n');
  expect(existsSync(path.join(target, 'config/dangling.yaml'))).toBe(false);
});

test.each([
  ['a file', 'config/default/patch.yaml', '../../../outside'],
  ['a folder', 'config/more', '../..'],
  ['nothing', 'config/default/new.yaml', '../../../not-there'],
  ['a link that leads out', 'config/default/second.yaml', 'first'],
])('a link to %s outside is refused', async (_, place, to) => {
  await writeFile(path.join(root, '../outside'), 'secret');
  await symlink('../../../outside', path.join(root, 'config/default/first'));
  await symlink(to, path.join(root, place));
  expect(() => copyConfig(root, target)).toThrow(expect.objectContaining({ code: 'outside-project' }));
});

test('config itself may not be a link out, and no link may lead to a folder above it', async () => {
  const other = path.join(root, '../other');
  await mkdir(other);
  await symlink('../config', path.join(root, 'config/loop'));
  expect(() => copyConfig(root, target)).toThrow(expect.objectContaining({ code: 'cannot-read' }));
  await symlink('../project/config', path.join(other, 'config'));
  expect(() => copyConfig(other, path.join(root, 'nowhere'))).toThrow(
    expect.objectContaining({ code: 'outside-project' }),
  );
});

test('a pipe in config is an error, and does not block', () => {
  execFileSync('mkfifo', [path.join(root, 'config/default/pipe.yaml')]);
  expect(() => copyConfig(root, target)).toThrow(expect.objectContaining({ code: 'cannot-read' }));
});
