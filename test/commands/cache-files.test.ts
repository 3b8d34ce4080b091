import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  cacheFileNames,
  cacheFolder,
  makeRoom,
  removeCacheFile,
  writeCacheFile,
} from '../../src/commands/cache-files.js';
import { startDevPlane } from '../../src/commands/cluster/dev/dev-plane.js';
import { removeLeftFiles } from '../../src/commands/cluster/dev/left-files.js';
import { bundleOperator } from '../../src/commands/cluster/dev/operator-bundle.js';
import { impersonatingKubeconfig } from '../../src/commands/cluster/operator-role/impersonating-kubeconfig.js';
import { kubeconfigEnvironment } from '../../src/commands/cluster/run/kubeconfig-environment.js';
import { parseProject } from '../../src/project/project-file.js';
import { runOk } from '../cli/fakes/run-cli.js';
import { temporaryFolder } from '../project-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let outside: string;
beforeEach(async () => {
  folder = await temporaryFolder('project');
  root = folder.root;
  outside = path.join(root, '../outside');
  await mkdir(outside);
});
afterEach(async () => folder.clean());

test('files are readable by the user only, even where a repository brought one of the same name', async () => {
  await mkdir(path.join(root, cacheFolder), { recursive: true });
  await writeFile(path.join(root, cacheFolder, 'a'), 'old', { mode: 0o644 });
  await writeFile(path.join(outside, 'target'), 'theirs');
  await symlink(path.join(outside, 'target'), path.join(root, cacheFolder, 'b'));

  for (const name of ['a', 'b', 'c']) {
    const file = writeCacheFile(root, name, 'mine');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
  expect(readFileSync(path.join(outside, 'target'), 'utf8')).toBe('theirs');
  removeCacheFile(root, 'b');
  expect(cacheFileNames(root).sort()).toEqual(['a', 'c']);
});

test('a file in place of the folder is an error', async () => {
  await mkdir(path.join(root, 'node_modules'));
  await writeFile(path.join(root, 'node_modules/.cache'), '');
  expect(() => makeRoom(root, 'a')).toThrow(expect.objectContaining({ code: 'cannot-write' }));
});

test.each(['node_modules', 'node_modules/.cache', 'node_modules/.cache/kbts'])(
  'nothing is created, replaced or deleted through a link at %s',
  async (place) => {
    await runOk(root, 'init', '--domain', 'my.domain', '--skip-install', '--kbts', '*');
    const project = parseProject(readFileSync(path.join(root, 'PROJECT'), 'utf8'));
    const kubeconfig = path.join(root, '../kubeconfig');
    await writeFile(kubeconfig, 'apiVersion: v1\nkind: Config\n');
    await mkdir(path.dirname(path.join(root, place)), { recursive: true });
    await symlink(outside, path.join(root, place));
    const below = path.join(outside, path.relative(place, cacheFolder));
    await mkdir(below, { recursive: true });
    const left = path.join(below, 'run-999999999.kubeconfig');
    await writeFile(left, 'credentials of another project');
    const names = readdirSync(outside, { recursive: true });

    const refused = { code: 'outside-project' };
    const attempts: (() => unknown)[] = [
      () => startDevPlane(root, project, 'embedded'),
      () => bundleOperator(root),
      () => impersonatingKubeconfig('me', { kubeconfig }, { env: {}, root }),
      () => kubeconfigEnvironment({ context: 'a' }, {}, root),
      () => removeLeftFiles(root),
      () => removeCacheFile(root, path.basename(left)),
    ];
    for (const attempt of attempts) await expect((async () => attempt())()).rejects.toMatchObject(refused);
    expect(readdirSync(outside, { recursive: true })).toEqual(names);
    expect(existsSync(left)).toBe(true);
  },
);

test('packages that another folder shares are used, but no link below them is followed', async () => {
  const shared = path.join(outside, 'node_modules');
  await mkdir(shared);
  await symlink(shared, path.join(root, 'node_modules'));

  expect(readFileSync(writeCacheFile(root, 'a', 'mine'), 'utf8')).toBe('mine');
  expect(cacheFileNames(root)).toEqual(['a']);

  removeCacheFile(root, 'a');
  await rm(path.join(shared, '.cache'), { recursive: true });
  await symlink(outside, path.join(shared, '.cache'));
  expect(() => writeCacheFile(root, 'a', 'mine')).toThrow(expect.objectContaining({ code: 'outside-project' }));
});
