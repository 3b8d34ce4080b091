import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BinaryMissingError, binaryFolders, envtestStore, findBinary } from '../../../src/testing/envtest/binaries.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-binaries-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function binary(...parts: string[]): Promise<string> {
  const file = path.join(folder, ...parts);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '');
  await chmod(file, 0o755);
  return file;
}

const goArch = process.arch === 'x64' ? 'amd64' : process.arch;

describe('11.1 looking for binaries', () => {
  test('TEST_ASSET_ names one file, KUBEBUILDER_ASSETS one folder', async () => {
    const inAssets = await binary('assets', 'kube-apiserver');
    const env = { KUBEBUILDER_ASSETS: path.join(folder, 'assets') };

    expect(await findBinary('kube-apiserver', { env })).toBe(inAssets);
    expect(await findBinary('kube-apiserver', { env: { ...env, TEST_ASSET_KUBE_APISERVER: '/my/own' } })).toBe(
      '/my/own',
    );
  });

  test('then the newest version for this platform in the cache of kbts', async () => {
    await binary('cache/kbts/control-plane', `1.9.0-${process.platform}-${process.arch}`, 'etcd');
    const newest = await binary('cache/kbts/control-plane', `1.37.1-${process.platform}-${process.arch}`, 'etcd');
    await binary('cache/kbts/control-plane', '1.99.0-plan9-mips', 'etcd');

    expect(await findBinary('etcd', { env: { XDG_CACHE_HOME: path.join(folder, 'cache') } })).toBe(newest);
  });

  test('11.2 then what setup-envtest has downloaded, then bin/k8s of the project', async () => {
    const env = { XDG_CACHE_HOME: path.join(folder, 'none'), XDG_DATA_HOME: path.join(folder, 'data') };
    const local = await binary('project/bin/k8s', `1.36.0-${process.platform}-${goArch}`, 'etcd');
    expect(await findBinary('etcd', { env, cwd: path.join(folder, 'project') })).toBe(local);

    if (process.platform === 'linux') {
      const shared = await binary('data/kubebuilder-envtest/k8s', `1.36.0-linux-${goArch}`, 'etcd');
      expect(await findBinary('etcd', { env, cwd: path.join(folder, 'project') })).toBe(shared);
      expect(envtestStore(env)).toBe(path.join(folder, 'data/kubebuilder-envtest/k8s'));
    }
  });

  test('a missing binary is an error that says where it was looked for and what to do', async () => {
    const search = findBinary('etcd', { env: { KUBEBUILDER_ASSETS: folder } });

    await expect(search).rejects.toBeInstanceOf(BinaryMissingError);
    await expect(search).rejects.toThrow(`run "kbts envtest use" or set KUBEBUILDER_ASSETS`);
    await expect(search).rejects.toThrow(`Looked in ${folder}`);
  });

  test('KUBEBUILDER_ASSETS is the only folder when it is set', async () => {
    expect(await binaryFolders({ KUBEBUILDER_ASSETS: 'bin' }, '/project')).toEqual(['/project/bin']);
  });
});
