#!/usr/bin/env node
// Node binaries of every major that kbts promises to run on, from npm's `node-<platform>-<arch>` packages.
// Prints one path a line.
//
//   node test/control-plane/node-versions.mjs          all of them
//   node test/control-plane/node-versions.mjs 22 24    only these majors
//
// Each version is fetched once into a cache outside the repository and put in place by a rename, so an
// interrupted download leaves nothing half-made.
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** What is tested, by major. The first is the floor of package.json's `engines`, to the patch. */
const versions = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };

/** All majors that can be asked for. */
export const NODE_MAJORS = Object.keys(versions).map(Number);

/** The path of the `node` of a major; fetched when it is not there yet. */
export async function nodeBinary(major) {
  const version = versions[major];
  if (version === undefined) throw new Error(`no Node ${major} is pinned; known: ${NODE_MAJORS.join(', ')}`);
  const name = packageName();
  const folder = path.join(cacheFolder(), `${version}-${process.platform}-${process.arch}`);
  const binary = path.join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (await exists(binary)) return binary;
  await mkdir(cacheFolder(), { recursive: true });
  const temporary = await mkdtemp(path.join(cacheFolder(), '.fetching-'));
  try {
    await fetchInto(temporary, `${name}@${version}`);
    // When another process was faster, its folder is as good as ours.
    await rename(temporary, folder).catch(async (error) => {
      if (!(await exists(binary))) throw error;
    });
    return binary;
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

function packageName() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}`;
}

function cacheFolder() {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'kbts', 'node');
}

async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const asked = process.argv.slice(2);
  try {
    for (const major of asked.length > 0 ? asked : NODE_MAJORS)
      process.stdout.write(`${await nodeBinary(Number(major))}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
