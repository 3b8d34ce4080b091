// The CRDs of the Operator Lifecycle Manager, from the Go module that its API is defined in.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const MODULE = 'github.com/operator-framework/api';

/** Their YAML texts, in the version that operator-sdk is built with. */
export async function olmCrds() {
  const listed = await run('go', ['mod', 'download', '-json', MODULE], {
    cwd: path.join(here, 'operator-sdk'),
    env: { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' },
  });
  const folder = path.join(JSON.parse(listed).Dir, 'crds');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort();
  return Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
}
