import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockedPackages } from '../../../../src/commands/ship/sbom/lock-file.js';
import { temporaryFolder } from '../../../project-folder.js';

async function folderWith(file: string, text: string): Promise<string> {
  const { root, clean } = await temporaryFolder();
  onTestFinished(clean);
  await writeFile(path.join(root, file), text);
  return root;
}

test('npm', async () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-AA==', resolved: 'https://r.io/a.tgz' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', integrity: 'sha512-BB==', resolved: 'file:../c' },
    'node_modules/linked': { link: true },
  };
  const root = await folderWith('package-lock.json', JSON.stringify({ packages }));

  expect([...(await lockedPackages(root, 'npm'))]).toEqual([
    ['a@1.0.0', { integrity: 'sha512-AA==', resolved: 'https://r.io/a.tgz' }],
    ['@b/c@2.0.0', { integrity: 'sha512-BB==' }],
  ]);
});

test('pnpm', async () => {
  const text =
    "packages:\n  '@b/c@2.0.0':\n    resolution: {integrity: sha512-BB==}\n  a@1.0.0:\n    resolution: {directory: x}\n";

  expect([...(await lockedPackages(await folderWith('pnpm-lock.yaml', text), 'pnpm'))]).toEqual([
    ['@b/c@2.0.0', { integrity: 'sha512-BB==' }],
  ]);
});

test('without a lock file, or with one that has no hashes of archives, nothing is known', async () => {
  const root = await folderWith('yarn.lock', '');

  for (const manager of ['npm', 'pnpm', 'yarn', 'bun'] as const)
    expect((await lockedPackages(root, manager)).size).toBe(0);
});
