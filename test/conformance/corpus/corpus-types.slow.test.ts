/**
 * CRDs of other projects, written by hand as TypeScript types, give CRDs equal to the originals. The originals are not
 * part of this repository: `original.json` says where one comes from and holds the SHA-256 of its meaning, by which our
 * CRD is judged everywhere; where the originals can be read, both are compared as objects as well.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ManifestsPlanOptions, planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { fromYaml } from '../../../src/yaml.js';
import { corpusFolder, fingerprint, type Json, meaningOf } from './corpus-crd.js';

interface Original {
  /** Below the folder of CRDs. */
  readonly file: string;
  readonly source: string;
  readonly sha256: string;
  /** Why it was chosen. */
  readonly shows: string;
  /** The switches that the original was made with. */
  readonly options?: Partial<ManifestsPlanOptions>;
}

const root = path.join(import.meta.dirname, 'corpus-types');
const corpus = corpusFolder();
const names = readdirSync(root)
  .filter((name) => existsSync(path.join(root, name, 'original.json')))
  .sort();

describe.each(names)('the types of %s', (name) => {
  const original = JSON.parse(readFileSync(path.join(root, name, 'original.json'), 'utf8')) as Original;

  test('give a CRD equal to the original in everything but descriptions', async () => {
    const ours = meaningOf(await generate(name, original.options));

    if (corpus !== undefined) expect(ours).toEqual(meaningOf(read(corpus, original)));
    expect(fingerprint(ours)).toBe(original.sha256);
  });

  test.skipIf(corpus === undefined)('are judged by the SHA-256 of the real original', () => {
    expect(fingerprint(meaningOf(read(corpus ?? '', original)))).toBe(original.sha256);
  });
});

test('there are ten', () => {
  expect(names).toHaveLength(10);
});

function read(folder: string, { file }: Original): Json {
  return fromYaml(readFileSync(path.join(folder, file), 'utf8')) as Json;
}

async function generate(name: string, options: Original['options']): Promise<Json> {
  const plan = await planManifests({ ...options, root, paths: [name], generators: ['crd'] });
  expect(plan.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(plan.files).toHaveLength(1);
  return fromYaml(plan.files[0]?.text ?? '') as Json;
}
