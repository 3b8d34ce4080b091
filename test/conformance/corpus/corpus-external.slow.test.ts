/** `kbts import` and `kbts create api --external-crd` write types that compile, for every CRD of the corpus. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCrds } from '../../../src/scaffold/importer/read-crds.js';
import { kindTypes } from '../../../src/scaffold/importer/kind-types.js';
import { TypeNames } from '../../../src/scaffold/importer/type-names.js';
import { typesFromSchema } from '../../../src/scaffold/importer/types-from-schema.js';
import { partOf } from '../../lanes/thorough.js';
import { typecheck } from '../../typecheck.js';
import { corpusFolder } from './corpus-crd.js';

const corpus = corpusFolder();

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** All types; both tests need them. */
const writeTypes = once((): Map<string, string> => {
  const names = readdirSync(corpus ?? '', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  );
  const files = new Map<string, string>();
  for (const [index, file] of partOf(names, 6).entries()) {
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
        files.set(`${index}-${version.name}.own.ts`, kindTypes(crd, version, new TypeNames(), ''));
      }
    }
  }
  return files;
});

describe.skipIf(corpus === undefined)('types from CRDs', () => {
  test('compile with the settings of a project', async () => {
    const files = writeTypes();

    expect(files.size).toBeGreaterThan(0);
    await expect(typecheck(files)).resolves.toBe('');
  }, 180_000);

  test('say as much as the schema: what can be anything is so in the schema', () => {
    for (const [file, text] of writeTypes()) {
      // Fields may be called so.
      const code = text.replaceAll(/^\s*(?:\/\*\*.*\*\/|\/\/.*|\/\*\*|\*.*)$/gm, '');
      expect(code, file).not.toMatch(/(?<!['\w])(?:unknown|any)(?!['\w]|\??:)/);
    }
  }, 180_000);
});
