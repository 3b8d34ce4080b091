import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../project-folder.js';
import { runOk } from '../fakes/run-cli.js';

test('every flag reaches the project', async () => {
  const { root, clean } = await temporaryFolder('x');
  const flags =
    '--domain example.com --project-name shop --owner Me --license copyright --multigroup --namespaced --package-manager yarn --skip-install --kbts ^1.0.0';

  await runOk(root, 'init', ...flags.split(' '));

  const project = await readFile(path.join(root, 'PROJECT'), 'utf8');
  for (const line of [
    'domain: example.com',
    'projectName: shop',
    'multigroup: true',
    'namespaced: true',
    'packageManager: yarn',
  ])
    expect(project).toContain(line);
  expect(await readFile(path.join(root, 'src/main.ts'), 'utf8')).toMatch(/Copyright \d{4} Me/);
  expect(await readFile(path.join(root, 'package.json'), 'utf8')).toContain('"kbts": "^1.0.0"');
  await clean();
});
