/** How a generated project gets kbts: from the registry, or from a tarball that it carries. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageRoot, packageVersion } from '../../package-root.js';
import { isPublished } from '../../tools/package-manager.js';
import { packageTarball } from '../../tools/package-tarball.js';

/** The dependency of a new project, and the tarball to put under `vendor/` when there is one. */
export interface KbtsDependency {
  readonly spec: string;
  readonly vendored?: { readonly path: string; readonly content: Uint8Array };
}

/**
 * `^x.y.z` when the registry serves this version, otherwise a tarball of this very program. With
 * `offline`, the registry is not asked.
 */
export async function resolveKbtsDependency(options: {
  cwd: string;
  offline: boolean;
  spec?: string;
  /** Where the tarball is kept for the next project. */
  cacheFolder?: string;
}): Promise<KbtsDependency> {
  if (options.spec !== undefined) return { spec: options.spec };
  const version = packageVersion();
  if (!options.offline && (await isPublished('kbts', version, options.cwd))) return { spec: `^${version}` };
  const file = `vendor/kbts-${version}.tgz`;
  return { spec: `file:${file}`, vendored: { path: file, content: await cachedTarball(options.cacheFolder) } };
}

/** Packing takes a third of a second, so the result is kept; a rebuilt or upgraded kbts has another key. */
async function cachedTarball(folder: string | undefined): Promise<Uint8Array> {
  const root = packageRoot();
  if (folder === undefined) return packageTarball(root);
  const [manifest, program] = await Promise.all([stat(path.join(root, 'package.json')), stat(path.join(root, 'dist'))]);
  const key = createHash('sha256').update(`${root} ${manifest.mtimeMs} ${program.mtimeMs}`).digest('hex').slice(0, 16);
  const file = path.join(folder, 'package', `kbts-${packageVersion()}-${key}.tgz`);
  const known = await readFile(file).catch(() => undefined);
  if (known !== undefined) return known;
  const content = await packageTarball(root);
  await keep(file, content);
  return content;
}

/** Replaces what an earlier build left. A cache that cannot be written is no reason to fail. */
async function keep(file: string, content: Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  const temporary = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    const former = (await readdir(folder)).filter((name) => name !== path.basename(file));
    await writeFile(temporary, content);
    await rename(temporary, file);
    for (const one of former) await rm(path.join(folder, one), { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
