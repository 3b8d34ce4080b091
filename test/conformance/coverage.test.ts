/** The suite has a case for every row: index.json says which, and the sources of that case must show it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { MARKERS, MARKERS_BY_NAME } from '../../src/markers/catalogue/catalogue.js';
import { DIAGNOSTIC_CODES } from '../../src/model/diagnostic-codes.js';
import { rowOf, rowsOf, shownIn, sourcesOf } from './coverage.js';
import { readSamples } from './samples.js';
import { unionsOf } from './union-branches.js';

interface Construct {
  readonly section: string;
  readonly row: string;
  /** A case that is compared with controller-gen. */
  readonly case?: string;
  /** Types whose objects the API server judges: Go cannot say them. */
  readonly testdata?: string;
  /** An error or warning, which has a fixture in test/commands/manifests/manifests-diagnostics.test.ts. */
  readonly diagnostic?: string;
  /** Text of the source that shows the construct. */
  readonly evidence?: string;
}

const suite = import.meta.dirname;
const cases = path.join(suite, 'cases');
const index = JSON.parse(readFileSync(path.join(suite, 'index.json'), 'utf8')) as {
  readonly markers: Readonly<Record<string, string>>;
  readonly constructs: readonly Construct[];
};

/** What controller-gen does not know, or drops where we read it; every one is a row of decision 0012. */
const OURS_ALONE = [
  /^kbts:/,
  /:(?:values|keys):/,
  /^kubebuilder:conversion /,
  /^kubebuilder:validation:(?:Required|Optional) @type$/,
];

/** Markers that another tool reads; test/commands/ship/bundle-generate.thorough.test.ts compares with operator-sdk. */
const isElsewhere = ({ name }: { readonly name: string }): boolean => name.startsWith('operator-sdk:');

test('every marker of the catalogue, at each of its places and with each argument, is a row', () => {
  const rows = MARKERS.filter((marker) => !isElsewhere(marker)).flatMap(rowsOf);

  expect(Object.keys(index.markers).sort()).toEqual(rows.sort());
});

test.each(Object.entries(index.markers))('%s is shown by the case %s', (row, name) => {
  const folder = path.join(cases, name);

  expect(shownIn(sourcesOf(path.join(folder, 'ts')), MARKERS_BY_NAME).map(rowOf)).toContain(row);
  expect(existsSync(path.join(folder, 'expected'))).toBe(true);
  if (OURS_ALONE.some((pattern) => pattern.test(row))) return;
  expect(shownIn(sourcesOf(path.join(folder, 'go')), MARKERS_BY_NAME).map(rowOf)).toContain(row);
});

test('every case has a Go twin, an expectation, and TypeScript', () => {
  for (const name of readdirSync(cases))
    expect(readdirSync(path.join(cases, name)), name).toEqual(expect.arrayContaining(['expected', 'go', 'ts']));
});

describe('type constructs', () => {
  test.each(['10.3', '10.4', '10.5', '10.6', '10.7'])('chapter %s has rows', (section) => {
    expect(index.constructs.some((construct) => construct.section === section)).toBe(true);
  });

  test.each(index.constructs)('$section: $row', ({ case: name, testdata, diagnostic, evidence }) => {
    if (diagnostic !== undefined) {
      expect(Object.keys(DIAGNOSTIC_CODES)).toContain(diagnostic);
      return;
    }
    const folder = name === undefined ? path.join(suite, 'testdata', testdata ?? '') : path.join(cases, name);
    expect(evidence).not.toBe(undefined);
    expect(sourcesOf(path.join(folder, 'ts'))).toContain(evidence);
  });
});

test('every deliberate difference stands in decision 0012, by the name of its case', () => {
  const decision = readFileSync(path.join(suite, '../../docs/decisions/0012-manifests-differences.md'), 'utf8');

  for (const name of readdirSync(cases)) {
    if (existsSync(path.join(cases, name, 'differences.json'))) expect(decision).toContain(`\`${name}\``);
  }
});

describe('what the API server judges', () => {
  const SAMPLED = new Set(['validation', 'field', 'topology']);
  const sampled = MARKERS.filter(({ chapter }) => SAMPLED.has(chapter));
  const { accept, reject, becomes = {}, update = {} } = readSamples(path.join(suite, 'testdata/markers'));
  /** Markers that no object can break, and why. */
  const NO_REJECT: Readonly<Record<string, string>> = {
    'kubebuilder:example': 'documentation',
    'kubebuilder:title': 'documentation',
    'kubebuilder:externalDocs': 'documentation',
    mapType: 'only server-side apply looks at it',
    structType: 'only server-side apply looks at it',
    optional: 'it allows',
    'k8s:optional': 'it allows',
    'kubebuilder:validation:Optional': 'it allows',
    'kubebuilder:validation:Schemaless': 'it allows',
    'kubebuilder:validation:UniqueItems': 'the API server takes it only when false',
    'kubebuilder:validation:items:UniqueItems': 'the API server takes it only when false',
    'kubebuilder:validation:values:UniqueItems': 'the API server takes it only when false',
    'k8s:immutable': 'judged by updates',
  };
  const UNJUDGED = new Set(['documentation', 'only server-side apply looks at it']);

  test.each(sampled)('$name has an object that is accepted and one that is rejected', ({ name }) => {
    if (UNJUDGED.has(NO_REJECT[name] ?? '')) return;
    expect(Object.keys(accept)).toContain(name);
    if (NO_REJECT[name] === undefined) expect(Object.keys(reject)).toContain(name);
  });

  test('markers that change what is stored, or that judge changes, are tried as such', () => {
    expect(Object.keys(becomes)).toEqual(
      expect.arrayContaining(['default', 'kubebuilder:default', 'kubebuilder:pruning:PreserveUnknownFields']),
    );
    expect(Object.keys(update)).toEqual(['k8s:immutable']);
  });

  test('each sample is about the field that has its marker', () => {
    const shown = shownIn(sourcesOf(path.join(suite, 'testdata/markers/ts')), MARKERS_BY_NAME);

    for (const [name, spec] of [...Object.entries(accept), ...Object.entries(reject)]) {
      const field = name.replaceAll(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
      expect(Object.keys(spec)).toEqual([field]);
      expect(shown.map((marker) => marker.name)).toContain(name);
    }
  });

  const unions = unionsOf(sourcesOf(path.join(suite, 'testdata/unions/ts')));
  const samples = readSamples(path.join(suite, 'testdata/unions'));
  const valuesOf = (specs: Readonly<Record<string, object>>, field: string): unknown[] =>
    Object.values(specs).flatMap((spec) => (field in spec ? [(spec as Record<string, unknown>)[field]] : []));

  test.each([...unions])('every branch of the union %s has an object that is accepted', (field, branches) => {
    const values = valuesOf(samples.accept, field);

    for (const { text, fits } of branches) expect(values.some(fits), text).toBe(true);
  });

  test.each([...unions])('the union %s has an object that is rejected', (field, branches) => {
    const isOpen = branches.some(({ fits }) => fits('any text at all')) && !branches.some(({ fits }) => fits(5));

    expect(valuesOf(samples.reject, field).length > 0 || isOpen).toBe(true);
  });
});
