import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../../../src/testing/index.js';
import { NODE_MAJORS, nodeBinary } from '../../../control-plane/node-versions.mjs';

/** The newest release. It needs a newer Node than the one that this repository runs on. */
const newest = '2.0.1';
const oldestNode = 22;

const run = promisify(execFile);
let plane: ControlPlane;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-client-node-'));
  plane = await startControlPlane({ kind: 'envtest' });
  await writeFile(path.join(folder, 'kubeconfig'), plane.kubeconfig());
  program = path.join(folder, 'compare.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'compare.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    alias: { '@kubernetes/client-node': path.join(await fetched(newest), 'node_modules/@kubernetes/client-node') },
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  });
}, 240_000);

afterAll(async () => {
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The folder with the release; fetched once per machine, and put in place by a rename. */
async function fetched(version: string): Promise<string> {
  const cache = path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'kbts', 'client-node');
  const place = path.join(cache, version);
  if (existsSync(place)) return place;
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(path.join(cache, '.fetching-'));
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', '--prefix', temporary, ...flags, `@kubernetes/client-node@${version}`]);
  await rename(temporary, place).catch((error: unknown) => {
    // When another process was faster, its folder is as good as ours.
    if (!existsSync(place)) throw error;
  });
  return place;
}

test('the release is the one that is named', async () => {
  const file = path.join(await fetched(newest), 'node_modules/@kubernetes/client-node/package.json');

  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ version: newest });
});

test.each(NODE_MAJORS.filter((major) => major >= oldestNode))(
  'the newest client-node and kbts read and write the same objects, under Node %i',
  async (major) => {
    const args = [program, path.join(folder, 'kubeconfig'), `newest-${major}`];

    const { stdout } = await run(await nodeBinary(major), args);

    const { refusal, namespace, data, ...pairs } = JSON.parse(stdout) as Record<string, unknown[]>;
    expect([refusal, namespace]).toEqual([expect.stringContaining('no current cluster'), 'default']);
    expect(data).toEqual([{ a: '1' }, { a: '2' }]);
    for (const [ours, theirs] of Object.values(pairs)) expect(ours).toEqual(theirs);
  },
  120_000,
);
