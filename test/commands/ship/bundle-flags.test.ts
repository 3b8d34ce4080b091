import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { checkBundleFlags } from '../../../src/commands/ship/bundle-flags.js';
import type { BundleGenerateOptions } from '../../../src/commands/ship/bundle-generate.js';
import { temporaryFolder } from '../../project-folder.js';

let root: string;
beforeAll(async () => {
  const folder = await temporaryFolder('flags');
  root = folder.root;
  await writeFile(path.join(root, 'package.json'), '{ "version": "0.3.0" }');
  return folder.clean;
});

test('defaults are those of the project', async () => {
  expect(await checkBundleFlags(root, 'shop', {})).toEqual({
    package: 'shop',
    version: '0.3.0',
    channels: ['alpha'],
    defaultChannel: 'alpha',
    folder: 'bundle',
  });
});

test.each<[BundleGenerateOptions, string]>([
  [{ version: '1.2' }, 'not a semantic version'],
  [{ version: '1.2.3+5' }, 'not a name in Kubernetes'],
  [{ package: 'a'.repeat(60), version: '1.2.3' }, '63 are allowed'],
  [{ version: '1.2.3-RC1' }, 'not a name in Kubernetes'],
  [{ channels: [] }, 'names no channel'],
  [{ channels: ['Stable'] }, 'not a name for a channel'],
  [{ channels: ['a'], defaultChannel: 'b' }, 'not one of --channels'],
  [{ edges: { replaces: 'shop' } }, '--replaces "shop"'],
  [{ edges: { skips: ['shop.v1'] } }, '--skips "shop.v1"'],
  [{ version: '1.0.0', edges: { replaces: 'shop.v1.0.0' } }, 'is the bundle itself'],
  [{ edges: { skipRange: 'nonsense' } }, '--skip-range "nonsense"'],
  [{ outputDir: 'my bundle' }, 'cannot be in bundle.Dockerfile'],
])('refuses %j', async (options, message) => {
  await expect(checkBundleFlags(root, 'shop', options)).rejects.toThrow(message);
});

test('a channel is there once', async () => {
  expect((await checkBundleFlags(root, 'shop', { channels: ['a', 'b', 'a'] })).channels).toEqual(['a', 'b']);
});

test('a project without a version must be told one', async () => {
  await expect(checkBundleFlags(path.join(root, 'nowhere'), 'shop', {})).rejects.toMatchObject({
    code: 'flag-missing',
  });
});
