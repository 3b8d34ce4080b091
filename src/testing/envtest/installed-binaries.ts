/** Control planes on this machine. */
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { controlPlaneCache, type Environment, envtestStore } from './binaries.js';
import { compareVersions } from './version-selector.js';

/** One folder with etcd and kube-apiserver. */
export interface InstalledBinaries {
  readonly version: string;
  readonly path: string;
}

/** Names of this platform as Go and as Node spell it. */
export interface Platform {
  readonly os: string;
  readonly arch: string;
}

/** The platform of this process, as Go names it. */
export function currentPlatform(): Platform {
  return {
    os: process.platform === 'win32' ? 'windows' : process.platform,
    arch: process.arch === 'x64' ? 'amd64' : process.arch,
  };
}

/** Complete ones for this platform, the newest first. */
export async function installedBinaries(env: Environment, cwd: string): Promise<InstalledBinaries[]> {
  const stores = [controlPlaneCache(env), envtestStore(env), path.join(cwd, 'bin', 'k8s')];
  const found = await Promise.all(stores.map(binariesIn));
  return found.flat().sort((a, b) => compareVersions(a.version, b.version));
}

async function binariesIn(store: string): Promise<InstalledBinaries[]> {
  const { os, arch } = currentPlatform();
  const names = await readdir(store).catch(() => []);
  const found: InstalledBinaries[] = [];
  for (const name of names) {
    const match = /^(\d+\.\d+\.\d+)-(\w+)-(\w+)$/.exec(name);
    if (!match?.[1] || match[2] !== os || (match[3] !== arch && match[3] !== process.arch)) continue;
    const folder = path.join(store, name);
    if (await isComplete(folder, os)) found.push({ version: match[1], path: folder });
  }
  return found;
}

async function isComplete(folder: string, os: string): Promise<boolean> {
  const suffix = os === 'windows' ? '.exe' : '';
  return Promise.all(['etcd', 'kube-apiserver'].map((name) => access(path.join(folder, name + suffix)))).then(
    () => true,
    () => false,
  );
}
