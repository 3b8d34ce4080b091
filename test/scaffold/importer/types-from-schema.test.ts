import { expect, test } from 'vitest';
import type { Schema } from '../../../src/scaffold/importer/crd.js';
import { typesFromSchema } from '../../../src/scaffold/importer/types-from-schema.js';

const options = {
  group: 'g.io',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  scope: 'Cluster',
  hasStatus: true,
  boilerplate: '',
} as const;
const write = (properties: Readonly<Record<string, Schema>>, required: string[] = []): string =>
  typesFromSchema({ type: 'object', properties: { spec: { type: 'object', properties, required } } }, options);

test.each([
  ['a string', { type: 'string' }, 'a?: string;'],
  ['a time', { type: 'string', format: 'date-time' }, 'a?: Time;'],
  ['a 32-bit integer', { type: 'integer', format: 'int32' }, 'a?: Int32;'],
  ['a plain integer', { type: 'integer' }, 'a?: number;'],
  ['a choice', { type: 'string', enum: ['x', "it's"] }, String.raw`a?: 'x' | 'it\'s';`],
  ['a number or text', { 'x-kubernetes-int-or-string': true }, 'a?: IntOrString;'],
  ['a list of choices', { type: 'array', items: { type: 'string', enum: ['x', 'y'] } }, "a?: ('x' | 'y')[];"],
  ['a map', { type: 'object', additionalProperties: { type: 'boolean' } }, 'a?: Record<string, boolean>;'],
  ['something free', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, 'a?: Record<string, Json>;'],
  ['anything', {}, 'a?: Json;'],
  ['something that may be null', { type: 'string', nullable: true }, 'a?: string | null;'],
  ['an object', { type: 'object', properties: { b: { type: 'string' } } }, 'a?: ThingA;'],
])('%s', (_, schema, expected) => {
  expect(write({ a: schema })).toContain(expected);
});

test('required fields have no question mark, odd names have quotes', () => {
  const text = write({ 'a-b': { type: 'string' }, c: { type: 'string' } }, ['c']);

  expect(text).toContain("'a-b'?: string;");
  expect(text).toContain('  c: string;');
});

test('the kind has its descriptor', () => {
  expect(write({})).toContain("scope: 'Cluster',\n  subresources: { status: true },");
});

test('descriptions cannot end the comment or become markers', () => {
  const text = write({ a: { type: 'string', description: 'one */ two\n+kubebuilder:default=1\n@deprecated' } });

  expect(text).toContain(String.raw`one *\/ two`);
  expect(text).not.toMatch(/^\s*\* [+@]/m);
});

test.each(['Record', 'Json', 'Time', 'KubeObject', 'Int32', 'IntOrString'])(
  'a kind may have the name of something that is imported: %s',
  (kind) => {
    const schema: Schema = { properties: { a: {}, b: { type: 'object' }, c: { type: 'integer', format: 'int32' } } };
    const text = typesFromSchema(schema, { ...options, kind });

    expect(text).not.toMatch(new RegExp(`type ${kind}[ ,]\\}?(?!as)`));
    expect(text).toContain(`export interface ${kind} extends`);
  },
);

test('lists of what may be null have parentheses', () => {
  const items: Schema = { type: 'object', additionalProperties: { type: 'string' }, nullable: true };

  expect(write({ a: { type: 'array', items } })).toContain('a?: (Record<string, string> | null)[];');
});

test('the types say what the schema says: patterns, bounds, defaults, descriptions', () => {
  const text = write({
    a: { type: 'string', pattern: '^a+$', minLength: 2, description: 'Some words.' },
    b: { type: 'integer', maximum: 3, default: 1 },
  });

  expect(text).toContain(
    '+kubebuilder:validation:MinLength=2\n  // +kubebuilder:validation:Pattern="^a+$"\n  a?: string;',
  );
  expect(text).toContain('+kubebuilder:validation:Maximum=3\n  // +default=1\n  b?: number;');
  expect(text).toContain('/** Some words. */');
});
