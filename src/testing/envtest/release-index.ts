/** The index of envtest releases, and fetching one. */
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseYaml } from '../../plane/yaml.js';
import { currentPlatform } from './installed-binaries.js';
import { readTar } from './tar.js';
import { compareVersions } from './version-selector.js';

/** Where setup-envtest looks, too. */
export const defaultIndex =
  'https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml';

/** One archive for this platform. */
export interface Release {
  readonly version: string;
  readonly url: string;
  readonly sha512: string;
}

/** Nobody could be asked, or the answer was not what it should be. */
class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** How to fetch; the global `fetch` fits. */
export type Fetch = (url: string, options: { signal?: AbortSignal }) => Promise<Response>;

/** Releases for this platform, the newest first. */
export async function fetchReleases(index: string, fetch: Fetch, signal?: AbortSignal): Promise<Release[]> {
  const body = await download(index, fetch, signal);
  const [content] = parseYaml(body.toString('utf8'), index) as [
    { releases?: Record<string, Record<string, { hash: string; selfLink: string }>> }?,
  ];
  const { os, arch } = currentPlatform();
  const releases: Release[] = [];
  for (const [version, archives] of Object.entries(content?.releases ?? {})) {
    const archive = archives[`envtest-${version}-${os}-${arch}.tar.gz`];
    if (archive) releases.push({ version: version.replace(/^v/, ''), url: archive.selfLink, sha512: archive.hash });
  }
  return releases.sort((a, b) => compareVersions(a.version, b.version));
}

/** Fetches, verifies and unpacks a release into `store`; the folder appears only when it is complete. */
export async function installRelease(
  release: Release,
  store: string,
  fetch: Fetch,
  signal?: AbortSignal,
): Promise<string> {
  const archive = await download(release.url, fetch, signal);
  const hash = createHash('sha512').update(archive).digest('hex');
  if (hash !== release.sha512) {
    throw new ReleaseError(
      `${release.url} has checksum ${hash.slice(0, 16)}…, but the index says ${release.sha512.slice(0, 16)}…`,
    );
  }
  const { os, arch } = currentPlatform();
  const folder = path.join(store, `${release.version}-${os}-${arch}`);
  await mkdir(store, { recursive: true });
  const temporary = await mkdtemp(path.join(store, '.download-'));
  try {
    for (const entry of readTar(await promisify(gunzip)(archive))) {
      // Only the file's own name counts, so that no archive can write anywhere else.
      const file = path.join(temporary, path.basename(entry.name));
      await writeFile(file, entry.content);
      if (entry.isExecutable) await chmod(file, 0o755);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
    await chmod(folder, 0o755);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}

async function download(url: string, fetch: Fetch, signal?: AbortSignal): Promise<Buffer> {
  const response = await fetch(url, { signal }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw new ReleaseError(`${new URL(url).host} cannot be reached (${reason})`, { cause });
  });
  if (!response.ok) throw new ReleaseError(`${url} was answered with ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
