import { expect, test } from 'vitest';
import type { Schema } from '../../../src/scaffold/importer/crd.js';
import { kindTypes } from '../../../src/scaffold/importer/kind-types.js';
import { NotExpressible } from '../../../src/scaffold/importer/not-expressible.js';
import { TypeNames } from '../../../src/scaffold/importer/type-names.js';
import { appleCrd } from './crd-for-tests.js';

function write(schema: Schema, names = new TypeNames()): string {
  const crd = appleCrd(schema);
  const [version] = crd.spec.versions;
  if (version === undefined) throw new Error('no version');
  return kindTypes(crd, version, names, '');
}

const object = (properties: Readonly<Record<string, Schema>>, more: Partial<Schema> = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
});
const text: Schema = { type: 'string' };
const port = object({ port: { type: 'integer', format: 'int32' } }, { required: ['port'] });

test('a spec and a status make a custom resource, as in the scaffold', () => {
  const written = write(object({ spec: object({ a: text }), status: object({ b: text }) }, { required: ['spec'] }));

  expect(written).toContain("import type { CustomResource } from 'kbts/runtime';");
  expect(written).toContain('export interface Apple extends CustomResource<AppleSpec, AppleStatus> {}');
});

test('other roots have their fields', () => {
  expect(write(object({ spec: object({ a: text }) }))).toContain('extends KubeObject {\n  spec?: AppleSpec;\n}');
  expect(write(object({ data: { type: 'object', additionalProperties: text } }))).toContain(
    'data?: Record<string, string>;',
  );
});

test('shapes that occur twice are one type, named after the field', () => {
  const spec = object({
    web: port,
    ports: { type: 'array', items: port },
    metrics: { ...port, description: 'Numbers.' },
  });
  const written = write(object({ spec }, { required: ['spec'] }));

  expect(written).toContain('  web?: AppleWeb;\n  ports?: AppleWeb[];\n  /** Numbers. */\n  metrics?: AppleWeb;');
  expect(written.match(/export interface AppleWeb /g)).toHaveLength(1);
});

test('a type has the words of an item; a field without words does not take them over', () => {
  const spec = object({ a: port, list: { type: 'array', items: { ...port, description: 'One port.' } } });
  const written = write(object({ spec }, { required: ['spec'] }));

  expect(written).toContain('  a?: AppleA;\n  list?: AppleListItem[];');
  expect(written).toContain('/** One port. */\nexport interface AppleListItem {');
});

test('items and values with rules of their own have a named type', () => {
  const spec = object({
    hosts: { type: 'array', items: { type: 'string', pattern: '^a' } },
    policies: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
  });
  const written = write(object({ spec }, { required: ['spec'] }));

  expect(written).toContain('// +kubebuilder:validation:Pattern="^a"\nexport type AppleHost = string;');
  expect(written).toContain('policies?: Record<string, ApplePolicy>;');
});

test.each<[Schema, RegExp]>([
  [{ type: 'string', enum: ['a', 'b'] }, /f\?: 'a' \| 'b';/],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, /f\?: \('a' \| 'b'\)\[\];/],
  [{ type: 'integer', enum: [1, 2] }, /Enum=1;2\n {2}f\?: number;/],
  [{ type: 'string', nullable: true }, /f\?: string \| null;/],
  [{ type: 'string', enum: ['a'], nullable: true }, /\+nullable\n {2}f\?: string;/],
  [{ 'x-kubernetes-preserve-unknown-fields': true }, /f\?: Json;/],
  [{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, /f\?: object;/],
  [{ type: 'object' }, /f\?: \{\};/],
  [{ type: 'string', format: 'date-time' }, /f\?: Time;/],
  [{ type: 'number', format: 'double' }, /f\?: Double;/],
  [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }, /f\?: IntOrString;/],
  [object({ a: text }, { oneOf: [{ required: ['a'] }] }), /\+kbts:schema=\{"oneOf".*\nexport interface AppleF /],
])('%j is written so that it means the same', (schema, expected) => {
  expect(write(object({ spec: object({ f: schema }) }, { required: ['spec'] }))).toMatch(expected);
});

test.each<Schema>([
  { type: 'array' },
  { description: 'no type' },
  { type: 'object', required: ['a'] },
  { type: 'object', additionalProperties: true },
  { type: 'object', properties: { a: text }, additionalProperties: text },
  { type: 'string', dependencies: {} },
  { type: 'array', items: { type: 'string', default: 'a' } },
])('%j cannot be said, and is not lost in silence', (schema) => {
  expect(() => write(object({ spec: object({ f: schema }) }))).toThrow(NotExpressible);
});

test.each<Schema>([
  object({ metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } } }),
  object({ apiVersion: { type: 'string', enum: ['v1'] } }),
  { type: 'object', nullable: true },
])('a root with %j cannot be said either', (schema) => {
  expect(() => write(schema)).toThrow(NotExpressible);
});

test('names of other kinds in the package are not taken again', () => {
  const schema = object({ spec: object({ ports: { type: 'array', items: port } }) }, { required: ['spec'] });

  expect(write(schema, new TypeNames(['ApplePort']))).toContain('ports?: AppleSpecPort[];');
});
