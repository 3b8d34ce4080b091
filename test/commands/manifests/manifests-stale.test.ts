import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifests } from '../../../src/commands/manifests/manifests.js';
import type { ManifestsOptions } from '../../../src/commands/manifests/project-options.js';
import { applyChanges } from '../../../src/scaffold/apply.js';
import { temporaryFolder } from '../../project-folder.js';

let repository = '';
let clean: () => Promise<void>;
beforeEach(async () => {
  ({ root: repository, clean } = await temporaryFolder('repository'));
  mkdirSync(path.join(repository, '.git'));
});
afterEach(async () => clean());

const api = (group: string, kind: string): string =>
  `// +groupName=${group}\n// +versionName=v1\nimport type { CustomResource } from 'kbts/runtime';\nexport interface ${kind} extends CustomResource<{ a: string }> {}\n`;
const rbac = 'export {};\n// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get\n';
const CRDS = 'config/crd/bases';

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
  writeFileSync(path.join(repository, file), text);
}

/** Runs the command in a folder of the repository; the files that go away. */
async function run(folder: string, options: Partial<ManifestsOptions> = {}): Promise<string[]> {
  const root = path.join(repository, folder);
  const plan = await manifests({ root, ...options });
  const parts = [plan, ...(plan.elsewhere ?? [])];
  for (const part of parts) await applyChanges(part.root, part.changes);
  return parts
    .flatMap(({ changes }) => changes)
    .filter(({ kind }) => kind === 'delete')
    .map((change) => change.path);
}

test('CRDs, roles and webhooks of paths that were not read stay', async () => {
  write('src/api/a.ts', api('a.io', 'Apple'));
  write('src/more/b.ts', api('b.io', 'Pear'));
  write('src/controller/c.ts', rbac);
  await run('');

  await expect(run('', { paths: ['src/api'] })).resolves.toEqual([]);
  expect(readFileSync(path.join(repository, 'config/rbac/role.yaml'), 'utf8')).toContain('deployments');
});

test('what a run with some paths has read goes when it is gone', async () => {
  write('src/api/a.ts', api('a.io', 'Apple'));
  write('src/more/b.ts', api('b.io', 'Pear'));
  await run('');
  write('src/api/a.ts', api('a.io', 'Lemon'));

  await expect(run('', { paths: ['src/api'] })).resolves.toEqual([`${CRDS}/a.io_apples.yaml`]);
});

test('a kind of the same group in paths that were not read stays', async () => {
  write('src/api/a.ts', api('a.io', 'Apple'));
  write('src/more/b.ts', api('a.io', 'Pear'));
  await run('');

  await expect(run('', { paths: ['src/api'] })).resolves.toEqual([]);
});

test('two packages that share a folder leave each other alone, wherever it is', async () => {
  for (const shared of ['../shared', 'config']) {
    write('a/src/a.ts', api('a.io', 'Apple'));
    write('b/src/b.ts', api('b.io', 'Pear') + rbac);
    await run('a', { output: shared });
    await run('b', { output: shared === 'config' ? '../a/config' : shared });

    await expect(run('a', { output: shared, skipCache: true })).resolves.toEqual([]);
    await expect(run('b', { output: '../a/config' })).resolves.toEqual([]);
  }
});

test('a file outside the project is never removed', async () => {
  write('a/src/a.ts', api('a.io', 'Apple'));
  await run('a', { output: '../shared' });
  write('a/src/a.ts', api('a.io', 'Lemon'));

  await expect(run('a', { output: '../shared' })).resolves.toEqual([]);
});

test('a whole run removes what nothing asks for, also when it comes back', async () => {
  mkdirSync(path.join(repository, 'node_modules'));
  write('src/a.ts', api('a.io', 'Apple'));
  await run('');
  const apple = readFileSync(path.join(repository, CRDS, 'a.io_apples.yaml'), 'utf8');
  write('src/a.ts', api('a.io', 'Lemon'));
  await expect(run('')).resolves.toEqual([`${CRDS}/a.io_apples.yaml`]);
  await expect(run('')).resolves.toEqual([]);
  write(`${CRDS}/a.io_apples.yaml`, apple);

  await expect(manifests({ root: repository, check: true })).rejects.toThrow(/a\.io_apples/);
  await expect(run('')).resolves.toEqual([`${CRDS}/a.io_apples.yaml`]);
});

test('an absolute folder is taken as it is', async () => {
  write('a/src/a.ts', api('a.io', 'Apple'));
  await run('a', { output: path.join(repository, 'elsewhere') });
  await run('a', { crdFolder: path.join(repository, 'a', 'crds'), generators: ['crd'] });

  expect(readFileSync(path.join(repository, 'elsewhere/crd/bases/a.io_apples.yaml'), 'utf8')).toContain('Apple');
  expect(readFileSync(path.join(repository, 'a/crds/a.io_apples.yaml'), 'utf8')).toContain('Apple');
});

test('PROJECT cannot name a folder outside the project', async () => {
  write('a/src/a.ts', api('a.io', 'Apple'));
  write('a/PROJECT', 'version: "3"\nplugins:\n  typescript.kbts.dev/v1:\n    manifests:\n      outputDir: ../shared\n');

  await expect(run('a')).rejects.toMatchObject({ code: 'outside-project' });
});
