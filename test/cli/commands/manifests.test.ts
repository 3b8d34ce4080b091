import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../project-folder.js';
import { snapshot } from '../../snapshot.js';
import { runCli, runOk } from '../fakes/run-cli.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  root = folder.root;
  await mkdir(path.join(root, 'src/api/v1'), { recursive: true });
  await writeFile(path.join(root, 'src/api/v1/groupversion.ts'), '// +groupName=webapp.my.domain\nexport {};\n');
  await writeFile(
    path.join(root, 'src/api/v1/guestbook.types.ts'),
    "import type { CustomResource } from 'kbts/runtime';\n\n// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get\n\n/** A book. */\nexport interface Guestbook extends CustomResource<{ size: number }> {}\n",
  );
});
afterEach(async () => folder.clean());

test('works outside a scaffolded project, and only where it is told to', async () => {
  await runOk(
    root,
    'manifests',
    'crd',
    'rbac',
    'webhook',
    '--paths',
    'src/api/**',
    '--output-dir',
    'deploy',
    '--role-name',
    'mine',
  );

  const files = Object.keys(await snapshot(root)).filter((file) => file.startsWith('deploy/'));
  expect(files).toEqual(['deploy/crd/bases/webapp.my.domain_guestbooks.yaml', 'deploy/rbac/role.yaml']);
  expect(await readFile(path.join(root, 'deploy/rbac/role.yaml'), 'utf8')).toContain('name: mine');
});

test('one generator alone leaves the files of the others', async () => {
  await runOk(root, 'manifests', 'crd');

  expect(Object.keys(await snapshot(root))).not.toContain('config/rbac/role.yaml');
});

test('--check exits with 3 on drift and writes nothing', async () => {
  const drift = await runCli(root, ['manifests', '--check']);

  expect([drift.code, drift.stderr]).toEqual([3, expect.stringContaining('error drift')]);
  expect(Object.keys(await snapshot(root)).some((file) => file.startsWith('config/'))).toBe(false);
  await runOk(root, 'manifests');
  expect((await runCli(root, ['manifests', '--check'])).code).toBe(0);
});

test('a second run changes nothing', async () => {
  await runOk(root, 'manifests');

  expect(await runOk(root, 'manifests')).toBe('');
});

test('--explain tells about a marker, and guesses what was meant', async () => {
  expect(await runOk(root, 'manifests', '--explain', 'kubebuilder:validation:Minimum')).toContain('Minimum');
  expect((await runCli(root, ['manifests', '--explain', 'kubebuilder:validation:Minimun'])).stderr).toContain(
    'did you mean',
  );
});

test('--json lists diagnostics for editors', async () => {
  await writeFile(
    path.join(root, 'src/api/v1/guestbook.types.ts'),
    "import type { CustomResource } from 'kbts/runtime';\nexport interface Guestbook extends CustomResource<{ size: bigint }> {}\n",
  );

  const { code, stdout } = await runCli(root, ['manifests', '--json']);

  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: 'manifests-invalid' },
    diagnostics: [{ severity: 'error', position: { file: 'src/api/v1/guestbook.types.ts', line: 2 } }],
  });
});

test('generate writes descriptors beside the types', async () => {
  await runOk(root, 'generate');

  expect(await readFile(path.join(root, 'src/api/v1/index.ts'), 'utf8')).toContain("plural: 'guestbooks'");
});

test.each([
  [['--max-desc-len', '-3'], 'whole number'],
  [['everything'], 'Allowed choices are crd, rbac, webhook'],
])('%j is wrong usage', async (args, hint) => {
  const { code, stderr } = await runCli(root, ['manifests', ...args]);

  expect([code, stderr]).toEqual([2, expect.stringContaining(hint)]);
});
