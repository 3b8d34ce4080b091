/** The API reference: up to date, complete, and its examples compile and run. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Outcome {
  readonly name: string;
  readonly expected: readonly string[];
  readonly printed: readonly string[];
  readonly failure?: string;
}

/** The modules that examples import, and their sources. */
const modules: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    readdirSync('src/runtime/entry').map((file) => [
      `kbts/runtime/${path.basename(file, '.ts')}`,
      path.resolve('src/runtime/entry', file),
    ]),
  ),
  'kbts/runtime': path.resolve('src/runtime/index.ts'),
  'kbts/testing': path.resolve('src/testing/index.ts'),
  'kbts/k8s': path.resolve('src/k8s/index.ts'),
};

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'ESNext.Disposable'],
  types: ['node'],
  module: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: false,
  paths: Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, [file]])),
};

let folder: string;
let check: { readonly status: number | null; readonly stderr: string };
const node = (...args: string[]) =>
  spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 100 * 1024 * 1024, timeout: 180_000 });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kbts-api-examples-'));
  check = node('scripts/docs-api.mjs', '--check', '--examples', folder);
  await cp('test/docs/testdata/api', folder, { recursive: true });
  await mkdir(path.join(folder, 'node_modules', '@types'), { recursive: true });
  for (const name of ['@types/node', '@kubernetes'])
    await symlink(path.resolve('node_modules', name), path.join(folder, 'node_modules', name));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('what scripts/docs-api.mjs writes is up to date', () => {
  expect([check.status, check.stderr]).toEqual([0, '']);
});

test('every function, class and value that is exported has an example', async () => {
  expect(JSON.parse(await readFile(path.join(folder, 'bare.json'), 'utf8'))).toEqual([]);
});

test('every example compiles', () => {
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });

  // What is wrong in src is told by others.
  expect(stdout.split('\n').filter((line) => /^[\w-]+\.ts.*error TS/.test(line))).toEqual([]);
});

test('every example runs and prints what it says', async () => {
  const program = path.join(folder, 'examples.mjs');
  await build({
    absWorkingDir: process.cwd(),
    entryPoints: [path.join(folder, 'run.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: modules,
    logLevel: 'error',
  });
  // Packages are found from the place of the program.
  const place = path.resolve('node_modules', '.cache', `kbts-api-examples-${process.pid}.mjs`);
  await mkdir(path.dirname(place), { recursive: true });
  await cp(program, place);

  const { status, stdout, stderr } = node(place, path.join(folder, 'guestbooks.yaml'));
  await rm(place);

  const outcomes = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome);
  const wrong = outcomes.filter(
    ({ failure, expected, printed }) => failure !== undefined || JSON.stringify(printed) !== JSON.stringify(expected),
  );
  expect(wrong).toEqual([]);
  expect([status, outcomes.length > 80]).toEqual([0, true]);
  expect(stderr).not.toMatch(/Warning|unhandled/i);
}, 200_000);
