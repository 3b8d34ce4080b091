import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resolveKbtsDependency } from '../../../src/commands/project/kbts-dependency.js';
import { packageVersion } from '../../../src/package-root.js';
import { temporaryFolder } from '../../project-folder.js';

test('a given specifier is used as it is', async () => {
  expect(await resolveKbtsDependency({ cwd: '/', offline: false, spec: 'file:../kbts' })).toEqual({
    spec: 'file:../kbts',
  });
});

test('offline, the project gets a tarball of this program', async () => {
  const { spec, vendored } = await resolveKbtsDependency({ cwd: '/', offline: true });

  expect(spec).toBe(`file:vendor/kbts-${packageVersion()}.tgz`);
  // The first two bytes of every gzip file.
  expect([...(vendored?.content.subarray(0, 2) ?? [])]).toEqual([0x1f, 0x8b]);
});

test('the tarball is kept for the next project, and a folder that cannot be used does not matter', async () => {
  const { root, clean } = await temporaryFolder();
  const first = await resolveKbtsDependency({ cwd: '/', offline: true, cacheFolder: root });
  const [file = ''] = await readdir(path.join(root, 'package'));
  await writeFile(path.join(root, 'package', file), 'kept');

  const second = await resolveKbtsDependency({ cwd: '/', offline: true, cacheFolder: root });
  const third = await resolveKbtsDependency({ cwd: '/', offline: true, cacheFolder: '/dev/null/nowhere' });

  expect(String(second.vendored?.content)).toBe('kept');
  expect(third.vendored?.content.length).toBe(first.vendored?.content.length);
  await clean();
});

test('the tarball of an earlier build does not stay in the cache', async () => {
  const { root, clean } = await temporaryFolder();
  await mkdir(path.join(root, 'package'));
  await writeFile(path.join(root, 'package', 'kbts-0.0.1-old.tgz'), '');

  await resolveKbtsDependency({ cwd: root, offline: true, cacheFolder: root });

  expect(await readdir(path.join(root, 'package'))).toEqual([expect.stringMatching(/^kbts-.*\.tgz$/)]);
  await expect(readFile(path.join(root, 'package', 'kbts-0.0.1-old.tgz'))).rejects.toThrow('ENOENT');
  await clean();
});
