/** `kbts create api --external-crd` writes types that compile, for every CRD of the corpus. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCrds } from '../../src/scaffold/importer/read-crds.js';
import { typesFromSchema } from '../../src/scaffold/importer/types-from-schema.js';
import { typecheck } from '../typecheck.js';
import { corpusFolder } from './corpus-crd.js';

const corpus = corpusFolder();

describe.skipIf(corpus === undefined)('types for CRDs of others', () => {
  test('compile with the settings of a project', async () => {
    const files = writeTypes();

    expect(files.size).toBeGreaterThan(0);
    await expect(typecheck(files)).resolves.toBe('');
  }, 180_000);
});

function writeTypes(): Map<string, string> {
  const names = readdirSync(corpus ?? '', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  );
  const files = new Map<string, string>();
  for (const [index, file] of names.entries()) {
    for (const { crd } of readCrds(readFileSync(path.join(corpus ?? '', file), 'utf8'), file)) {
      const { group, scope, names: kind, versions } = crd.spec;
      for (const version of versions) {
        const text = typesFromSchema(version.schema?.openAPIV3Schema ?? {}, {
          group,
          version: version.name,
          kind: kind.kind,
          plural: kind.plural,
          scope,
          hasStatus: version.subresources?.status !== undefined,
          boilerplate: '',
        });
        files.set(`${index}-${version.name}.ts`, text);
      }
    }
  }
  return files;
}
