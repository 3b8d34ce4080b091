/**
 * CRDs of other projects, turned into TypeScript types and back: whole CRDs are compared, with every text. The files
 * are not part of this repository; they are read from KBTS_CORPUS or from the folder beside it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { planManifests } from '../../../src/commands/manifests/manifests-plan.js';
import { emitCrd, groupKinds } from '../../../src/emitter/crd.js';
import { fromYaml } from '../../../src/yaml.js';
import { partOf } from '../../lanes/thorough.js';
import { corpusFolder, type Json, meaningOf } from './corpus-crd.js';
import { importCrd } from '../import-crd.js';
import type { Crd } from '../../../src/scaffold/importer/crd.js';

const corpus = corpusFolder();
const files =
  corpus === undefined
    ? []
    : readdirSync(corpus, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.yaml'))
        .sort();

describe.skipIf(corpus === undefined)('a CRD that becomes types means the same afterwards', () => {
  // A third of them in `make test`: each is read, written and compared with every text.
  test.each(partOf(files, 6))('%s', async (file) => {
    const original = read(file);

    expect(differences(await generate(original), original)).toBe(false);
  });
});

/** Objects of 25,000 lines are compared one by one only to show where they differ. */
function differences(ours: Json, original: Json): boolean {
  const [left, right] = [ours, original].map((crd) => meaningOf(crd, { hasDescriptions: true }));
  if (isDeepStrictEqual(left, right)) return false;
  expect(left).toEqual(right);
  return true;
}

function read(file: string): Crd & Json {
  return fromYaml(readFileSync(path.join(corpus ?? '', file), 'utf8')) as Crd & Json;
}

async function generate(crd: Crd): Promise<Json> {
  const { diagnostics, model } = await planManifests({
    root: '/corpus',
    overlay: importCrd(crd),
    generators: ['crd'],
    generateEmbeddedObjectMeta: false,
    maxDescriptionLength: 0,
  });
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(error.message);
  const [kind] = groupKinds(model.kinds);
  if (kind === undefined) throw new Error('no kind was found');
  const exact = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
  return JSON.parse(JSON.stringify(emitCrd(kind), exact)) as Json;
}
