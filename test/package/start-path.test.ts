import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'esbuild';
import { build as buildAsScaffolded } from 'rolldown';
import { temporaryFolder } from '../project-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder('start-path');
});
afterAll(async () => folder.clean());

const operator = (more = ''): string => `
  import { controller, createManager, defineKind, lossless, managerFlags, signalHandler } from 'kbts/runtime';
  const ConfigMap = defineKind({ group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' });
  export async function main(args) {
    const manager = await createManager(managerFlags(args, { leaderElection: { id: 'idle', namespace: 'default' } }));
    manager.add(controller(ConfigMap).reconcile(async () => undefined));
    await manager.start(signalHandler());
  }
  ${more}`;

/** One file, and the packages in it. */
async function bundle(name: string, contents: string): Promise<{ file: string; packages: ReadonlySet<string> }> {
  const file = path.join(folder.root, name);
  const { metafile } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const packages = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([input]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input.replaceAll('\\', '/'))?.[1])
    .filter((name) => name !== undefined);
  return { file, packages: new Set(packages) };
}

/** Bytes of the one file that scripts/build.mjs of a scaffolded project writes. */
async function scaffoldedSize(input: string): Promise<number> {
  const file = path.join(folder.root, 'scaffolded.mjs');
  await buildAsScaffolded({
    input,
    platform: 'node',
    plugins: [
      { name: 'kbts', resolveId: (id) => (id.startsWith('kbts/') ? fileURLToPath(import.meta.resolve(id)) : null) },
    ],
    transform: { target: 'node20', define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
    output: { file, format: 'esm', codeSplitting: false, keepNames: true, minify: { mangle: false } },
  });
  return statSync(file).size;
}

/** Built-in modules that importing a file makes Node load. */
function loadedBy(file: string): string[] {
  const url = JSON.stringify(pathToFileURL(file).href);
  const code = `const before = new Set(process.moduleLoadList); await import(${url});
    console.log(JSON.stringify(process.moduleLoadList.filter((name) => !before.has(name))));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as string[]).map((name) => name.replace(/^NativeModule /, ''));
}

test('an operator that only reconciles carries no package that it does not use, and loads little before it starts', async () => {
  const { file, packages } = await bundle('operator.mjs', operator());

  expect([...packages]).toEqual([]);
  const loaded = loadedBy(file);
  expect(loaded).toContain('tls');
  // Servers, compression, profiles, programs and threads come when they are used; the last ones come with 'node:process'.
  const late = /^(?:https?|http2|zlib|perf_hooks|inspector|child_process|worker_threads|tty)$/;
  expect(loaded.filter((name) => late.test(name))).toEqual([]);
});

test('a scaffolded operator with one controller is a file of at most 0.6 MB', async () => {
  const size = await scaffoldedSize('examples/memcached/src/main.ts');

  expect(size).toBeLessThanOrEqual(600_000);
  // With the runtime in it.
  expect(size).toBeGreaterThan(300_000);
});

test('an operator with lossless conversion carries the regular expressions that it checks with', async () => {
  const { packages } = await bundle('lossless.mjs', operator('export { lossless };'));

  expect([...packages]).toEqual(['re2js']);
});
