#!/usr/bin/env node
// Node binaries of every major that kbts promises to run on, from npm's `node-<platform>-<arch>` packages.
// Prints one path a line.
//
//   node test/control-plane/node-versions.mjs          all of them
//   node test/control-plane/node-versions.mjs 22 24    only these majors
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { npmPackage } from './npm-package.mjs';

/** What is tested, by major. The first is the floor of package.json's `engines`, to the patch. */
const versions = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };

/** All majors that can be asked for. */
export const NODE_MAJORS = Object.keys(versions).map(Number);

/** The path of the `node` of a major; fetched when it is not there yet. */
export async function nodeBinary(major) {
  const version = versions[major];
  if (version === undefined) throw new Error(`no Node ${major} is pinned; known: ${NODE_MAJORS.join(', ')}`);
  const file = path.join('bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const label = `${version}-${process.platform}-${process.arch}`;
  return path.join(await npmPackage({ name: packageName(), version, file, cache: 'node', label }), file);
}

function packageName() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return `node-${platform}-${process.arch}`;
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
