import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { docsFolder } from '../../../src/cli/pages/docs-folder.js';
import { temporaryFolder } from '../../project-folder.js';

test('the folder is told as somebody in the project would write it, also when the package is linked', async () => {
  const { root, clean } = await temporaryFolder('docs');
  const [here, linked, project] = ['installed/node_modules/kbts', 'elsewhere/kbts', 'linked'].map((place) =>
    path.join(root, place),
  ) as [string, string, string];
  for (const folder of [path.join(here, 'docs'), path.join(linked, 'docs'), path.join(project, 'node_modules')])
    await mkdir(folder, { recursive: true });
  await symlink(linked, path.join(project, 'node_modules/kbts'));

  const installed = path.join('node_modules', 'kbts', 'docs');
  expect(docsFolder(path.join(root, 'installed'), here)).toBe(installed);
  expect(docsFolder(project, linked)).toBe(installed);
  expect(docsFolder(path.join(root, 'installed/src'), here)).toBe(path.join('..', installed));
  expect(docsFolder('/', here)).toBe(path.relative('/', path.join(here, 'docs')));
  expect(docsFolder(project, path.join(root, 'nowhere'))).toBeUndefined();
  await clean();
});
