/**
 * The CRDs of the example operators mean what controller-gen makes of the same types in Go (`examples/<name>/go`, made
 * into `expected` by scripts/conformance.mjs). Descriptions are left out: they are prose, and compared in other cases.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import { documents } from './compare.js';

const twins = path.join(import.meta.dirname, 'examples');
const examples = path.join(import.meta.dirname, '../../examples');

const isExample = (entry: { name: string; isDirectory(): boolean }): boolean =>
  entry.isDirectory() && readdirSync(path.join(examples, entry.name)).includes('PROJECT');

test('every example has a Go twin', () => {
  const names = readdirSync(examples, { withFileTypes: true }).filter(isExample);

  expect(readdirSync(twins).sort()).toEqual(names.map(({ name }) => name).sort());
});

test.each(readdirSync(twins))('%s', async (name) => {
  const expected = path.join(twins, name, 'expected');

  const plan = await planManifests({
    root: path.join(examples, name),
    paths: ['src/api'],
    generators: ['crd'],
    crdFolder: '.',
    maxDescriptionLength: 0,
  });

  expect(plan.diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(plan.files.map((file) => file.path)).toEqual(readdirSync(expected));
  for (const file of plan.files)
    expect(documents(file.text)).toEqual(documents(readFileSync(path.join(expected, file.path), 'utf8')));
});
