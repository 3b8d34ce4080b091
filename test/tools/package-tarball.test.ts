import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageTarball, packedFiles } from '../../src/tools/package-tarball.js';

async function makePackage(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'kbts-pack-'));
  const long = `dist/${'deep/'.repeat(24)}file.js`;
  await mkdir(path.join(root, path.dirname(long)), { recursive: true });
  await writeFile(
    path.join(root, 'package.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', files: ['dist', '!dist/*.cache', 'bin.js', 'missing'] }),
  );
  await writeFile(path.join(root, long), 'export {};');
  await writeFile(path.join(root, 'dist/empty'), '');
  await writeFile(path.join(root, 'dist/made.cache'), 'left out');
  await writeFile(path.join(root, 'bin.js'), '#!/usr/bin/env node\n');
  await chmod(path.join(root, 'bin.js'), 0o755);
  await writeFile(path.join(root, 'LICENSE'), 'ours');
  await writeFile(path.join(root, 'secret.txt'), 'not packed');
  return root;
}

test('holds package.json, the licence and what "files" names', async () => {
  const files = await packedFiles(await makePackage());

  expect(files.map((file) => file.replaceAll('deep/', ''))).toEqual([
    'LICENSE',
    'bin.js',
    'dist/file.js',
    'dist/empty',
    'package.json',
  ]);
});

test('tar reads it, with long names and modes', async () => {
  const root = await makePackage();
  const tarball = path.join(root, '..', `${path.basename(root)}.tgz`);

  await writeFile(tarball, await packageTarball(root));

  const target = await mkdtemp(path.join(tmpdir(), 'kbts-unpack-'));
  const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', target]);
  expect(status, String(stderr)).toBe(0);
  expect(await readFile(path.join(target, 'package', 'dist', 'deep/'.repeat(24), 'file.js'), 'utf8')).toBe(
    'export {};',
  );
  const { stat } = await import('node:fs/promises');
  expect((await stat(path.join(target, 'package/bin.js'))).mode & 0o111).not.toBe(0);
});

test('equal packages give equal bytes', async () => {
  const [first, second] = [await makePackage(), await makePackage()];

  expect(Buffer.compare(Buffer.from(await packageTarball(first)), Buffer.from(await packageTarball(second)))).toBe(0);
});
