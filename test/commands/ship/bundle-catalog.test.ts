import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildCatalog } from '../../../src/commands/ship/bundle-catalog.js';
import { temporaryFolder } from '../../project-folder.js';
import { validBundle } from '../../ship/bundle/check/bundle-of.js';

const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: carts.shop.acme.io}
spec:
  group: shop.acme.io
  names: {kind: Cart, plural: carts}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  const files = new Map([...validBundle(), ['manifests/shop.acme.io_carts.yaml', crd]]);
  for (const [name, text] of files) {
    const file = path.join(folder.root, 'bundle', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
});
afterEach(async () => folder.clean());

test.each([
  [['bundle=bad image'], 'catalog', 'the image of bundle "bad image" is not the name of an image'],
  [['bundle=a:'], 'catalog', 'the image of bundle "a:" is not'],
  [['bundle'], 'my catalog', '--output-dir "my catalog" cannot be in catalog.Dockerfile'],
])('refuses %j in %s', async (given, outputDir, message) => {
  await expect(buildCatalog(folder.root, given, { outputDir })).rejects.toThrow(message);
});

test('says when catalog.Dockerfile is of another folder', async () => {
  const first = await buildCatalog(folder.root, ['bundle'], { outputDir: 'catalog' });
  expect(first.warnings).toEqual([]);
  const dockerfile = first.changes.find(({ path: file }) => file === 'catalog.Dockerfile');
  await writeFile(path.join(folder.root, 'catalog.Dockerfile'), dockerfile?.kind === 'create' ? dockerfile.text : '');
  expect(await readFile(path.join(folder.root, 'catalog.Dockerfile'), 'utf8')).toContain('COPY catalog /configs');
  expect((await buildCatalog(folder.root, ['bundle'], { outputDir: 'catalog' })).warnings).toEqual([]);
  expect((await buildCatalog(folder.root, ['bundle'], { outputDir: 'other' })).warnings).toEqual([
    'catalog.Dockerfile does not name other: let it copy that folder to /configs',
  ]);
});
