import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkInstalled } from '../../../src/commands/doctor/installed-packages.js';
import { temporaryFolder } from '../../project-folder.js';

const npm = { packageManager: 'npm' } as const;

test('packages that are missing, not there at all, or of another version than the lock file says', async () => {
  const { root, clean } = await temporaryFolder('installed');
  const write = async (file: string, value: object): Promise<void> => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), JSON.stringify(value));
  };
  await write('package.json', { dependencies: { kbts: '^1.0.0' }, devDependencies: { vitest: '4.0.0' } });

  const none = await checkInstalled(root, npm);
  await write('node_modules/kbts/package.json', { version: '1.0.0' });
  const partial = await checkInstalled(root, npm);
  await write('node_modules/vitest/package.json', { version: '4.0.0' });
  const all = await checkInstalled(root, npm);
  await write('package-lock.json', { packages: { 'node_modules/kbts': { version: '1.1.0' } } });
  const old = await checkInstalled(root, npm);

  await clean();
  expect(none).toMatchObject({ status: 'warning', fix: 'run "npm install"' });
  expect(partial).toMatchObject({ status: 'problem', message: 'not installed: vitest' });
  expect(all).toMatchObject({ status: 'ok' });
  expect(old).toMatchObject({ status: 'problem', message: expect.stringContaining('kbts is 1.0.0') });
});
