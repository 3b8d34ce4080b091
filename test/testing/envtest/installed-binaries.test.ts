import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { currentPlatform, installedBinaries } from '../../../src/testing/envtest/installed-binaries.js';

test('only complete folders for this platform count, from all stores, the newest first', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-installed-'));
  const { os, arch } = currentPlatform();
  const add = async (store: string, name: string, ...files: string[]): Promise<void> => {
    await mkdir(path.join(folder, store, name), { recursive: true });
    for (const file of files) await writeFile(path.join(folder, store, name, file), '');
  };
  const suffix = os === 'windows' ? '.exe' : '';
  const all = [`etcd${suffix}`, `kube-apiserver${suffix}`];
  await add('cache/kbts/control-plane', `1.37.1-${os}-${process.arch}`, ...all);
  await add('project/bin/k8s', `1.38.0-${os}-${arch}`, ...all);
  await add('project/bin/k8s', `1.39.0-${os}-${arch}`, 'etcd');
  await add('project/bin/k8s', '1.40.0-plan9-mips', ...all);
  await add('project/bin/k8s', 'notes');

  const found = await installedBinaries(
    { XDG_CACHE_HOME: path.join(folder, 'cache'), XDG_DATA_HOME: path.join(folder, 'none'), LOCALAPPDATA: folder },
    path.join(folder, 'project'),
  );

  expect(found.map(({ version }) => version)).toEqual(['1.38.0', '1.37.1']);
  await rm(folder, { recursive: true });
});
