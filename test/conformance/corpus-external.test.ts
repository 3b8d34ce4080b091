/** `kbts create api --external-crd` writes types that compile, for every CRD of the corpus. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { typesFromSchema } from '../../src/scaffold/types-from-schema.js';
import { fromYaml } from '../../src/yaml.js';
import { temporaryFolder } from '../project-folder.js';
import { corpusFolder } from './corpus-crd.js';
import type { Crd } from './import-crd.js';

const repository = path.resolve(import.meta.dirname, '../..');
const corpus = corpusFolder();
const COMPILER_OPTIONS = {
  strict: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  skipLibCheck: true,
  module: 'NodeNext',
  target: 'ES2023',
  lib: ['ES2023', 'ESNext.Disposable'],
  types: ['node'],
};

describe.skipIf(corpus === undefined)('types for CRDs of others', () => {
  test('compile with the settings of a project', async () => {
    const { root, clean } = await temporaryFolder('external');
    mkdirSync(path.join(root, 'node_modules'));
    symlinkSync(repository, path.join(root, 'node_modules/kbts'));
    symlinkSync(path.join(repository, 'node_modules/@types'), path.join(root, 'node_modules/@types'));
    writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
    writeFileSync(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));

    const written = writeTypes(root);

    expect(written).toBeGreaterThan(0);
    expect(compile(root)).toBe('');
    await clean();
  }, 180_000);
});

function writeTypes(root: string): number {
  const files = readdirSync(corpus ?? '', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  );
  for (const [index, file] of files.entries()) {
    const { spec } = fromYaml(readFileSync(path.join(corpus ?? '', file), 'utf8')) as Crd;
    for (const version of spec.versions) {
      const text = typesFromSchema(version.schema.openAPIV3Schema, {
        group: spec.group,
        version: version.name,
        kind: spec.names.kind,
        plural: spec.names.plural,
        scope: spec.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
        hasStatus: version.subresources?.status !== undefined,
        boilerplate: '',
      });
      writeFileSync(path.join(root, `${index}-${version.name}.ts`), text);
    }
  }
  return files.length;
}

/** What the compiler complains about. */
function compile(root: string): string {
  const compiler = path.join(repository, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync(process.execPath, [compiler, '-p', root], { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout ?? error);
  }
}
