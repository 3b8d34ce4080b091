import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from '../../../../src/commands/cache-files.js';
import { removeLeftFiles } from '../../../../src/commands/cluster/dev/left-files.js';
import { temporaryFolder } from '../project-fixture.js';

test('files of processes that have ended are deleted, those of others stay', async () => {
  await using temporary = await temporaryFolder();
  const folder = path.join(temporary.folder, cacheFolder);
  await mkdir(folder, { recursive: true });
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = [`run-${pid}.kubeconfig`, `context-${pid}.kubeconfig`, `dev-${pid}-operator.kubeconfig`];
  const used = [`run-${process.ppid}.kubeconfig`, `dev-${process.pid}-main.js.map`, 'main.js', 'run-x.kubeconfig'];
  for (const name of [...left, ...used]) await writeFile(path.join(folder, name), '');

  removeLeftFiles(temporary.folder);

  expect((await readdir(folder)).sort()).toEqual(used.sort());
});
