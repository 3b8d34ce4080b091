import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { imageLabels } from '../../../../src/commands/cluster/image/image-labels.js';
import { temporaryFolder } from '../../../project-folder.js';

async function labelsOf(manifest: object, image = 'r.io/a:v1.2.3'): Promise<Record<string, string>> {
  const { root, clean } = await temporaryFolder();
  onTestFinished(clean);
  await writeFile(path.join(root, 'package.json'), JSON.stringify(manifest));
  return imageLabels(root, image);
}

test.each([
  ['github:acme/shop', 'https://github.com/acme/shop'],
  ['acme/shop', 'https://github.com/acme/shop'],
  [{ type: 'git', url: 'git+https://git.acme.io/shop.git' }, 'https://git.acme.io/shop'],
  ['git@github.com:acme/shop.git', undefined],
])('the repository %j is the source %j', async (repository, source) => {
  expect((await labelsOf({ repository }))['org.opencontainers.image.source']).toBe(source);
});

test('the version is that of the tag, or that of the package when the tag has none', async () => {
  const version = async (image: string): Promise<string | undefined> =>
    (await labelsOf({ version: '0.0.1' }, image))['org.opencontainers.image.version'];

  expect([await version('a:v1.2.3'), await version('a:latest'), await version('a')]).toEqual([
    '1.2.3',
    '0.0.1',
    '0.0.1',
  ]);
});

test('what is missing or has several lines is left out', async () => {
  expect(await labelsOf({ description: 'a\nb', license: '' }, 'a:b')).toEqual({});
});
