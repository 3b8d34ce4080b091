/** What users get wrong: each gets an answer that says what and where, and nothing is written. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifests } from '../../../src/commands/manifests/manifests.js';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kbts-bad-input-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const HEAD = `// +groupName=bad.kbts.dev\n\nimport type { CustomResource, Int32 } from 'kbts/runtime';\n`;
const KIND = 'export interface Row extends CustomResource<Spec> {}\n';

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}

test.each<[string, Record<string, string>, [code: string, place: string][]]>([
  [
    'a file with syntax errors',
    { 'src/v1/row.types.ts': `${HEAD}${KIND}export interface Spec { a: string\nb b: Int32 }\n` },
    [
      ['syntax', 'src/v1/row.types.ts:6:1'],
      ['syntax', 'src/v1/row.types.ts:'],
    ],
  ],
  [
    'syntax errors in a file that is only imported',
    {
      'src/v1/row.types.ts': `${HEAD}import type { Spec } from './spec.js';\n${KIND}`,
      'src/v1/spec.ts': 'export interface Spec { a: string; }}\n',
    },
    [['syntax', 'src/v1/spec.ts:1:37']],
  ],
  [
    'a missing import',
    { 'src/v1/row.types.ts': `${HEAD}import type { Spec } from './gone.js';\n${KIND}` },
    [['module-missing', 'src/v1/row.types.ts:5:45']],
  ],
  [
    'a missing export',
    {
      'src/v1/row.types.ts': `${HEAD}import type { Spec } from './spec.js';\n${KIND}`,
      'src/v1/spec.ts': 'export interface Other { a: string }\n',
    },
    [['type-unknown', 'src/v1/row.types.ts:5:45']],
  ],
  [
    'two storage versions',
    {
      'src/v1/row.types.ts': `${HEAD}// +kubebuilder:storageversion\n${KIND}export interface Spec {}\n`,
      'src/v2/row.types.ts': `${HEAD}// +kubebuilder:storageversion\n${KIND}export interface Spec {}\n`,
    },
    [['storage-duplicate', 'src/v2/row.types.ts:4:4']],
  ],
  [
    'cyclic aliases',
    {
      'src/v1/row.types.ts': `${HEAD}${KIND}export interface Spec { a: A }\ntype A = B;\ntype B = C | A;\ntype C = B[];\n`,
    },
    [['type-cyclic', 'src/v1/row.types.ts']],
  ],
  [
    'aliases that are cyclic over files',
    {
      'src/v1/row.types.ts': `${HEAD}import type { B } from './b.js';\n${KIND}export interface Spec { a: A }\nexport type A = B;\n`,
      'src/v1/b.ts': "import type { A } from './row.types.js';\nexport type B = A;\n",
    },
    [['type-cyclic', 'src/v1/']],
  ],
  [
    'imports in a circle, which are fine',
    {
      'src/v1/row.types.ts': `${HEAD}import type { B } from './b.js';\n${KIND}export interface Spec { b: B }\nexport type Name = string;\n`,
      'src/v1/b.ts': "import type { Name } from './row.types.js';\nexport interface B { name: Name }\n",
    },
    [],
  ],
])('%s', async (_, files, expected) => {
  write(files);

  const { diagnostics, files: planned } = await planManifests({ root });

  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code }) => code)).toEqual(expected.map(([code]) => code));
  for (const [index, [, place]] of expected.entries()) {
    const position = errors[index]?.position;
    expect(`${position?.file}:${position?.line}:${position?.column}`).toContain(place);
    expect(errors[index]?.fix).not.toBe('');
  }
  expect(planned.length > 0).toBe(expected.length === 0);
});

test('an error leaves the disk as it was', async () => {
  write({ 'src/v1/row.types.ts': `${HEAD}${KIND}export interface Spec { a: any }\n` });

  await expect(manifests({ root })).rejects.toMatchObject({ code: 'manifests-invalid' });
  expect(readdirSync(root)).toEqual(['src']);
});

test.each(['empty', 'gone', 'src/v1/row.types.tsx'])('%s has no sources', async (folder) => {
  mkdirSync(path.join(root, 'empty'));

  await expect(manifests({ root, paths: [folder] })).rejects.toMatchObject({ code: 'no-sources' });
});

test('a folder with sources but without kinds or markers makes nothing', async () => {
  write({ 'src/main.ts': 'export const answer = 42;\n' });

  expect((await manifests({ root })).changes).toEqual([]);
});

test('a types file of 2 MB is read', { timeout: 120_000 }, async () => {
  const types = Array.from(
    { length: 9000 },
    (
      _,
      index,
    ) => `/** The type with the number ${index}, which has a description of a sentence or two. It says nothing. */
export interface T${index} {
  /** A name. */
  // +kubebuilder:validation:MaxLength=63
  name: string;
  count?: Int32;${index > 0 && index < 3000 ? `\n  next?: { name: string; value?: Int32 };` : ''}
}
`,
  );
  const fields = types.map((_, index) => `  t${index}?: T${index};`).slice(0, 2000);
  const text = `${HEAD}${KIND}${types.join('')}export interface Spec {\n${fields.join('\n')}\n}\n`;
  write({ 'src/v1/row.types.ts': text });

  const { diagnostics, model } = await planManifests({ root });

  expect(text.length).toBeGreaterThan(2_000_000);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(Object.keys(model.kinds[0]?.schema.properties?.['spec']?.properties ?? {})).toHaveLength(2000);
});
