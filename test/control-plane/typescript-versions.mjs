#!/usr/bin/env node
// Compilers older than the one of package.json that the types of kbts promise to work with. Prints one path a line.
//
//   node test/control-plane/typescript-versions.mjs
import { pathToFileURL } from 'node:url';
import { npmPackage } from './npm-package.mjs';

/** The first is the oldest that the types support. */
export const OLDER_TYPESCRIPTS = ['5.6.3', '5.9.3'];

/** The folder of a version of TypeScript; fetched when it does not exist yet. */
export function typescriptFolder(version) {
  if (!OLDER_TYPESCRIPTS.includes(version)) throw new Error(`TypeScript ${version} is not pinned`);
  return npmPackage({ name: 'typescript', version, file: 'bin/tsc', cache: 'typescript' });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    for (const version of OLDER_TYPESCRIPTS) process.stdout.write(`${await typescriptFolder(version)}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
