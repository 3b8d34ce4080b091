// The JSON schemas of CycloneDX, from the npm package of that project, fetched once into a cache outside the repository.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { exists } from './build.mjs';

const specifier = '@cyclonedx/cyclonedx-library@10.3.0';

/** The schema of version 1.6 and those that it refers to, each with the address by which it does. */
export async function cycloneDxSchemas() {
  const folder = path.join(await fetched(), 'node_modules', '@cyclonedx', 'cyclonedx-library', 'res', 'schema');
  const names = ['bom-1.6', 'spdx', 'jsf-0.82', 'cryptography-defs'];
  const files = names.map((name) => `${name}.SNAPSHOT.schema.json`);
  const read = async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8'));
  return Promise.all(
    files.map(async (file) => ({ address: `http://cyclonedx.org/schema/${file}`, schema: await read(file) })),
  );
}

async function fetched() {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'kbts', 'schemas');
  const folder = path.join(cache, specifier.replaceAll(/\W+/g, '-'));
  if (await exists(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(path.join(cache, '.fetching-'));
  try {
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
    await promisify(execFile)('npm', ['install', '--prefix', temporary, ...flags, specifier], { cwd: temporary });
    // When another process was faster, its folder is as good as ours.
    await rename(temporary, folder).catch(async (error) => {
      if (!(await exists(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
