import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifests } from '../../../src/commands/manifests/manifests.js';
import { applyChanges } from '../../../src/scaffold/apply.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kbts-manifests-'));
  mkdirSync(path.join(root, 'src'));
  mkdirSync(path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'src/a.ts'), '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('writes what is missing, and nothing the second time', async () => {
  const first = await manifests({ root });
  await applyChanges(root, first.changes);
  const second = await manifests({ root });

  expect(first.changes).toMatchObject([{ kind: 'create', path: 'config/rbac/role.yaml' }]);
  expect(second.changes).toEqual([]);
  expect(readFileSync(path.join(root, 'config/rbac/role.yaml'), 'utf8')).toContain('deployments');
});

test('output is the same byte by byte in every run', async () => {
  const texts = await Promise.all([1, 2].map(async () => (await manifests({ root, skipCache: true })).changes));

  expect(texts[0]).toEqual(texts[1]);
});

test('--check rejects when a file is not up to date', async () => {
  await expect(manifests({ root, check: true })).rejects.toMatchObject({
    code: 'drift',
    message: expect.stringContaining('role.yaml') as string,
  });
  expect(existsSync(path.join(root, 'config'))).toBe(false);
});

test('removes what nothing asks for any more', async () => {
  await applyChanges(root, (await manifests({ root })).changes);
  writeFileSync(path.join(root, 'src/a.ts'), 'export {};\n');

  expect((await manifests({ root })).changes).toMatchObject([{ kind: 'delete', path: 'config/rbac/role.yaml' }]);
});

test('rejects with all diagnostics when a marker is wrong', async () => {
  writeFileSync(path.join(root, 'src/a.ts'), '// +kubebuilder:rbac:groups=apps\n// +kubebuilder:rabc:x=1\n');

  await expect(manifests({ root })).rejects.toMatchObject({
    code: 'manifests-invalid',
    diagnostics: [{ code: 'marker-invalid' }, { code: 'marker-unknown' }],
  });
});

test('notes are shown only when they are asked for', async () => {
  writeFileSync(
    path.join(root, 'src/a.ts'),
    '// +groupName=test.kbts.dev\n// +versionName=v1\n\n// +kubebuilder:object:root=true\nexport interface Options { a?: string }\n',
  );

  expect((await manifests({ root })).diagnostics).toEqual([]);
  expect((await manifests({ root, verbose: true })).diagnostics).toMatchObject([{ code: 'kind-without-metadata' }]);
});

test('options in PROJECT are read before the cache is asked', async () => {
  await applyChanges(root, (await manifests({ root })).changes);
  const project = 'version: "3"\nplugins:\n  typescript.kbts.dev/v1:\n    manifests:\n      rbacDir: roles\n';
  writeFileSync(path.join(root, 'PROJECT'), project);

  expect((await manifests({ root })).changes).toMatchObject([{ kind: 'create', path: 'roles/role.yaml' }]);
});
