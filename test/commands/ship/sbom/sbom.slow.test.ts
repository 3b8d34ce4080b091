import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planSbom } from '../../../../src/commands/ship/sbom/sbom.js';
import { runCli } from '../../../cli/fakes/run-cli.js';
import { temporaryFolder } from '../../../project-folder.js';
import { fakePrograms } from '../../../tools/fake-programs.js';
import { makeProjectWithPackages } from './project-with-packages.js';

interface Bom {
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
const env = { SOURCE_DATE_EPOCH: '1700000000' };
beforeAll(async () => {
  folder = await temporaryFolder('shop');
  root = folder.root;
  await makeProjectWithPackages(root);
});
afterAll(async () => folder?.clean());

async function bomOf(from: string): Promise<Bom> {
  const { changes } = await planSbom({ root: from, env }, 'cyclonedx');
  const [change] = changes;
  return JSON.parse(String(change !== undefined && 'text' in change ? change.text : '')) as Bom;
}

let bom: Bom;
beforeAll(async () => void (bom = await bomOf(root)));

test('lists what is in the bundle: own packages, theirs, and those that kbts carries; tools are not', () => {
  const names = bom.components.map(({ purl }) => purl.replace(/@[^@]*$/, ''));
  expect(bom.metadata.component.name).toBe('shop');
  const inside = ['kbts', 'ajv', 'fast-deep-equal', 'pino', 'pino-std-serializers'];
  expect(names).toEqual(expect.arrayContaining(inside.map((name) => `pkg:npm/${name}`)));
  for (const absent of ['commander', 'handlebars', 'rolldown', 'typescript', 'vitest'])
    expect(names).not.toContain(`pkg:npm/${absent}`);
  const uses = (name: string): string =>
    bom.dependencies.find(({ ref }) => ref.startsWith(`pkg:npm/${name}@`))?.dependsOn.join(' ') ?? '';
  expect(uses('shop')).toMatch(/pkg:npm\/ajv@\S+ pkg:npm\/kbts@/);
  expect(uses('ajv')).toContain('pkg:npm/fast-deep-equal@');
  expect(uses('kbts')).toContain('pkg:npm/pino@');
});

test('versions and hashes are those that are installed and locked', async () => {
  const { version } = JSON.parse(await readFile('node_modules/ajv/package.json', 'utf8')) as { version: string };
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity: string }>;
  };
  const integrity = lock.packages['node_modules/ajv']?.integrity.replace('sha512-', '') ?? '';

  const ajv = bom.components.find(({ name }) => name === 'ajv');
  expect(ajv?.version).toBe(version);
  expect(ajv?.hashes).toEqual([{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }]);
  expect(bom.components.filter(({ name, hashes }) => name !== 'kbts' && hashes === undefined)).toEqual([]);
});

test('the same project gives the same bytes in another folder: bundle, source map and bill', async () => {
  const other = path.join(path.dirname(root), 'elsewhere', 'deeper', 'shop');
  await cp(root, other, { recursive: true, verbatimSymlinks: true });
  await rm(path.join(other, 'node_modules/.cache'), { recursive: true });

  expect(await bomOf(other)).toEqual(bom);
  for (const file of ['sbom.js', 'sbom.js.map']) {
    const [here, there] = [root, other].map((folder) => path.join(folder, 'node_modules/.cache/kbts', file));
    expect((await readFile(there ?? '')).equals(await readFile(here ?? ''))).toBe(true);
  }
});

test('docker-build writes it, and labels the image', async () => {
  await using programs = await fakePrograms({
    podman: "if (args[0] === '--version') console.log('podman version 5.0.0');",
  });

  const { code, stdout } = await runCli(root, ['docker-build', '--image', 'r.io/shop:v1.2.3', '--sbom', 'spdx'], {
    env: { ...programs.env, ...env },
  });

  expect([code, stdout]).toEqual([0, expect.stringContaining('wrote  dist/sbom.spdx.json')]);
  expect(JSON.parse(await readFile(path.join(root, 'dist/sbom.spdx.json'), 'utf8'))).toMatchObject({
    spdxVersion: 'SPDX-2.3',
    creationInfo: { created: '2023-11-14T22:13:20Z' },
  });
  const labels = (await programs.calls()).flat().filter((arg) => arg.startsWith('org.opencontainers.image.'));
  expect(labels).toEqual([
    'org.opencontainers.image.title=shop',
    'org.opencontainers.image.description=Sells things.',
    'org.opencontainers.image.version=1.2.3',
    'org.opencontainers.image.licenses=Apache-2.0',
    'org.opencontainers.image.source=https://github.com/acme/shop',
  ]);
});

test('a build without a source map, a broken lock file and a wrong time are errors, and nothing is built', async () => {
  const script = path.join(root, 'scripts/build.mjs');
  const [text, lock] = [await readFile(script, 'utf8'), await readFile(path.join(root, 'package-lock.json'), 'utf8')];
  await writeFile(script, text.replace('sourcemap: true', 'sourcemap: false'));
  await rm(path.join(root, 'node_modules/.cache'), { recursive: true });
  await expect(planSbom({ root, env }, 'spdx')).rejects.toMatchObject({ code: 'build-failed' });
  await writeFile(script, text);
  await writeFile(path.join(root, 'package-lock.json'), '{');
  await expect(planSbom({ root, env }, 'spdx')).rejects.toMatchObject({ code: 'cannot-read' });
  await writeFile(path.join(root, 'package-lock.json'), lock);
  const wrong = { root, env: { SOURCE_DATE_EPOCH: 'today' } };
  await expect(planSbom(wrong, 'spdx')).rejects.toMatchObject({ code: 'flag-invalid' });
});
