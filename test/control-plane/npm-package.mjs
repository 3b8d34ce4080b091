// Fetches a pinned npm package once into a cache outside the repository. It is put in place by a rename, so an interrupted
// download leaves nothing half-made.
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The folder of `name@version`, which has the file `file`; `cache` and `label` are folders of the cache. */
export async function npmPackage({ name, version, file, cache, label = version }) {
  const parent = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'kbts', cache);
  const folder = path.join(parent, label);
  const found = path.join(folder, 'node_modules', name);
  if (await exists(path.join(found, file))) return found;
  await mkdir(parent, { recursive: true });
  const temporary = await mkdtemp(path.join(parent, '.fetching-'));
  try {
    await fetchInto(temporary, `${name}@${version}`);
    // When another process was faster, its folder is as good as ours.
    await rename(temporary, folder).catch(async (error) => {
      if (!(await exists(path.join(found, file)))) throw error;
    });
    return found;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function fetchInto(folder, specifier) {
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', specifier];
  try {
    await promisify(execFile)('npm', args, { cwd: folder });
  } catch (error) {
    throw new Error(`npm could not fetch ${specifier}: ${error.stderr || error.message}`, { cause: error });
  }
}

async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}
