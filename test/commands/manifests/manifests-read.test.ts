import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources, usesPackages } from '../../../src/commands/manifests/manifests-read.js';
import { viewFiles } from '../../../src/reader/sources/files.js';
import { listSources } from '../../../src/reader/sources/source-list.js';

const kbts = path.resolve(import.meta.dirname, '../../../bin/kbts.js');
const computed =
  "type Name<T> = T extends `a${infer Rest}` ? Rest : never;\nexport interface Spec { size: Name<'ab' | 'ac'> }\n";
const plain = 'export interface Spec { size: string }\n';
const kind = (types: string): string =>
  `import type { CustomResource } from 'kbts/runtime';\n${types}export interface Foo extends CustomResource<Spec> {}\n`;

function project(types: string): string {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-read-'));
  mkdirSync(path.join(root, 'src/v1'), { recursive: true });
  writeFileSync(path.join(root, 'src/v1/groupversion.ts'), '// +groupName=a.example.com\nexport {};\n');
  writeFileSync(path.join(root, 'src/v1/foo.types.ts'), kind(types));
  return root;
}

test.each([
  ['plain types', plain, undefined],
  ['types that need the checker', computed, ['b', 'c']],
])('reads %s', async (_, types, values) => {
  const root = project(types);
  const files = viewFiles();
  const { model, diagnostics } = await readSources(files, listSources(root, ['src'], files), { root }, true);

  expect(diagnostics).toEqual([]);
  expect(model.kinds[0]?.schema.properties?.spec?.properties?.size?.enum).toEqual(values);
  rmSync(root, { recursive: true });
});

test('the built program reads sources again with the compiler when a type needs the checker', () => {
  const root = project(computed);
  const { status, stdout, stderr } = spawnSync(process.execPath, [kbts, 'manifests', 'crd', '--stdout'], {
    cwd: root,
    encoding: 'utf8',
  });

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('                enum:\n                - b\n                - c\n');
  rmSync(root, { recursive: true });
});

test('a source that is nested too deeply is named, with the innermost place', async () => {
  const root = project(`export interface Spec { size: ${'{ a: '.repeat(5000)}string${' }'.repeat(5000)} }\n`);
  const files = viewFiles();

  await expect(readSources(files, listSources(root, ['src'], files), { root }, true)).rejects.toMatchObject({
    code: 'cannot-read',
    message: expect.stringMatching(/^src\/v1\/foo\.types\.ts:2:\d{5} has /) as string,
  });
  rmSync(root, { recursive: true });
});

test.each([
  ["import type { A } from 'type-fest';", true],
  ['import type { A } from "@scope/types";', true],
  ["import type { A } from './a.js';\nimport type { B } from '#api/b.js';\nimport type { C } from '@/c.js';", false],
  ["import type { A } from 'kbts/k8s';\nimport type { V1Pod } from '@kubernetes/client-node';", false],
])('%j may need the checker at once: %s', (imports, expected) => {
  expect(usesPackages(`${imports}\nexport interface K extends CustomResource<Spec> {}`)).toBe(expected);
  expect(usesPackages(imports)).toBe(false);
});
