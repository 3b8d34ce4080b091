/** Catalogs, judged by the real opm. */
import { execFile } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseAllDocuments } from '../../../src/yaml.js';
import { runCli, runOk } from '../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../control-plane/build.mjs';
import { temporaryFolder } from '../../project-folder.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { makeProject, program } from './operator-sdk.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 900_000 });

const run = promisify(execFile);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
beforeAll(async () => {
  await ensureBinaries(['kubectl', 'opm']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  folder = await temporaryFolder('catalogs');
  root = await makeProject(folder.root, 'database');
  const versions: readonly (readonly [string, ...string[]])[] = [
    ['0.1.0', '--channels', 'candidate'],
    ['0.2.0', '--channels', 'candidate,stable', '--replaces', 'database.v0.1.0'],
    ['0.3.0', '--channels', 'candidate', '--replaces', 'database.v0.2.0', '--skip-range', '>=0.1.0 <0.3.0'],
  ];
  for (const [version, ...flags] of versions) {
    await runOk(root, 'bundle', 'generate', '--version', version, '--image', 'ghcr.io/acme/db:v1', ...flags);
    await rename(path.join(root, 'bundle'), path.join(root, `bundle-${version}`));
  }
});
afterAll(async () => folder?.clean());

interface Blob {
  readonly schema: string;
  readonly name: string;
  readonly properties?: readonly { readonly type: string; readonly value: unknown }[];
  readonly entries?: readonly { readonly name: string }[];
}

async function catalog(): Promise<Blob[]> {
  const text = await readFile(path.join(root, 'catalog/database/catalog.yaml'), 'utf8');
  return parseAllDocuments(text).flatMap((document) => (document.toJS() as Blob | null) ?? []);
}

test.each([
  ['with images', (version: string) => `bundle-${version}=ghcr.io/acme/db-bundle:v${version}`],
  ['without images', (version: string) => `bundle-${version}`],
])('opm takes a catalog of three bundles in two channels, %s', async (_, argument) => {
  await runOk(root, 'bundle', 'catalog', ...['0.3.0', '0.1.0', '0.2.0'].map(argument));
  await run(program('opm'), ['validate', path.join(root, 'catalog')]);
  const channels = (await catalog()).filter(({ schema }) => schema === 'olm.channel');
  expect(channels.map(({ name, entries }) => [name, entries?.map((one) => one.name)])).toEqual([
    ['candidate', ['database.v0.1.0', 'database.v0.2.0', 'database.v0.3.0']],
    ['stable', ['database.v0.2.0']],
  ]);
  expect(
    (await runCli(root, ['bundle', 'catalog', '--check', ...['0.1.0', '0.2.0', '0.3.0'].map(argument)])).code,
  ).toBe(0);
});

test('a bundle has the properties that opm gives it', async () => {
  await runOk(root, 'bundle', 'catalog', 'bundle-0.1.0');
  const { stdout } = await run(program('opm'), ['render', path.join(root, 'bundle-0.1.0'), '-o', 'json'], {
    maxBuffer: 64_000_000,
  });
  const theirs = JSON.parse(stdout) as Blob;
  const ours = (await catalog()).find(({ schema }) => schema === 'olm.bundle');
  const plain = (blob: Blob | undefined): string[] =>
    (blob?.properties ?? [])
      .filter(({ type }) => type !== 'olm.bundle.object' && type !== 'olm.csv.metadata')
      .map((one) => JSON.stringify(one, sortedKeys))
      .sort();
  expect(plain(ours)).toEqual(plain(theirs));
});

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('opm and kbts refuse a channel with two heads', async () => {
  const { code, stderr } = await runCli(root, ['bundle', 'catalog', 'bundle-0.1.0', 'bundle-0.3.0']);
  expect(code).toBe(1);
  expect(stderr).toContain('several heads');
  await runOk(root, 'bundle', 'catalog', 'bundle-0.1.0', 'bundle-0.2.0', 'bundle-0.3.0');
  const file = path.join(root, 'catalog/database/catalog.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/\n +replaces: .*/g, ''));
  await expect(run(program('opm'), ['validate', path.join(root, 'catalog')])).rejects.toThrow('multiple channel heads');
});

test('a bundle with errors does not go into a catalog', async () => {
  const file = path.join(root, 'bundle-0.1.0/metadata/annotations.yaml');
  const before = await readFile(file, 'utf8');
  await writeFile(file, before.replace('registry+v1', 'other'));
  const { code, stderr } = await runCli(root, ['bundle', 'catalog', 'bundle-0.1.0']);
  await writeFile(file, before);
  expect(code).toBe(1);
  expect(stderr).toContain('bundle-invalid');
});
