import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from '../../../src/yaml.js';
import { type Json, meaningOf } from '../../conformance/corpus/corpus-crd.js';
import { runOk } from '../../cli/fakes/run-cli.js';
import { projectForTests } from '../project-for-tests.js';
import { widgetCrd } from '../widget-crd.js';

const project = projectForTests(['--domain', 'my.domain']);

/** Digits, so that nothing rounds them: 2^53 + 1, the ends of 64 bits and more, and what doubles just miss. */
const LARGE = [
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '9007199254740995',
  '1234567890123456789',
  '18446744073709551615',
];
/** Counts have 64 bits. */
const COUNT = '9223372036854775807';

function fields(): string {
  const made = LARGE.flatMap((digits, index) => [
    `min${index}: { type: integer, format: int64, minimum: ${digits} }`,
    `max${index}: { type: integer, maximum: ${digits}, exclusiveMaximum: true }`,
    `multiple${index}: { type: integer, multipleOf: ${digits.replace('-', '')} }`,
    `default${index}: { type: integer, format: int64, default: ${digits} }`,
    `example${index}: { type: integer, example: ${digits} }`,
    `enum${index}: { type: integer, enum: [1, ${digits}, -3] }`,
    `list${index}: { type: array, items: { type: integer }, default: [${digits}] }`,
    `map${index}: { type: object, additionalProperties: { type: integer, enum: [${digits}] }, default: { a: ${digits} } }`,
    `object${index}: { type: object, properties: { n: { type: integer, default: ${digits} } }, default: { n: ${digits} } }`,
    `branch${index}: { type: integer, anyOf: [{ minimum: ${digits} }, { enum: [${digits}] }] }`,
  ]);
  return [
    ...made,
    `text: { type: string, maxLength: ${COUNT} }`,
    `items: { type: array, items: { type: string, maxLength: ${COUNT} }, maxItems: ${COUNT} }`,
    `values: { type: object, additionalProperties: { type: string }, maxProperties: ${COUNT} }`,
    'needed: { type: integer, format: int64, minimum: 9007199254740993, exclusiveMinimum: true }',
  ].join(', ');
}

const crd = widgetCrd.replace(
  'properties: { spec: { type: object } }',
  `properties: { spec: { type: object, required: [needed], properties: { ${fields()} } } }, required: [spec]`,
);

const exact = (text: string): Json => parseDocument(text, { intAsBigInt: true }).toJS() as Json;

test.each([
  ['one document', crd],
  ['one of several documents', `kind: ConfigMap\n---${crd}`],
])('integers beyond 2^53 come back digit by digit (%s)', async (_, text) => {
  const root = await project();
  await writeFile(path.join(root, 'crd.yaml'), text);
  await runOk(root, 'import', 'crd.yaml');

  const made = await readFile(path.join(root, 'config/crd/bases/acme.io_widgets.yaml'), 'utf8');
  expect(meaningOf(exact(made))).toEqual(meaningOf(exact(crd)));
  const sample = await readFile(path.join(root, 'config/samples/acme_v1_widget.yaml'), 'utf8');
  expect(sample).toContain('needed: 9007199254740994');
});

test('types alone keep the digits, and so does the CRD beside them', async () => {
  const root = await project();
  await writeFile(path.join(root, 'crd.yaml'), `kind: ConfigMap\n---${crd}`);
  await runOk(root, 'import', 'crd.yaml', '--types-only');

  const types = await readFile(path.join(root, 'src/external/acme.io/v1/widget.types.ts'), 'utf8');
  expect(types).toContain('Minimum=9007199254740993\n');
  expect(types).toContain('+default={"a":-9223372036854775808}');
  const kept = await readFile(path.join(root, 'config/crd/external/acme.io_widgets.yaml'), 'utf8');
  expect(meaningOf(exact(kept))).toEqual(meaningOf(exact(crd)));
});
