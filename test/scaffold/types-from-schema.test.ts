import { readdirSync, readFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSource } from '../../src/scaffold/source-edit.js';
import { typesFromSchema } from '../../src/scaffold/types-from-schema.js';
import { fromYaml } from '../../src/yaml.js';

const options = {
  group: 'g.io',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  scope: 'Cluster',
  hasStatus: true,
  boilerplate: '',
} as const;
const write = (properties: object, required: string[] = []): string =>
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
  ['an object', { type: 'object', properties: { b: { type: 'string' } } }, 'a?: ThingSpecA;'],
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

  expect(text).toContain('one * / two');
  expect(text).not.toMatch(/^\s*\* [+@]/m);
});

describe('real CRDs', () => {
  const corpus = path.resolve('../shared/corpus/crds');
  const files = existsSync(corpus)
    ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'))
    : [];

  test(`become sources that parse (${files.length} files)`, () => {
    for (const file of files) {
      const { spec } = fromYaml(readFileSync(path.join(corpus, file), 'utf8')) as {
        spec: {
          group: string;
          names: { kind: string; plural: string };
          versions: { name: string; schema?: { openAPIV3Schema?: unknown } }[];
        };
      };
      for (const { name, schema } of spec.versions) {
        const text = typesFromSchema(schema?.openAPIV3Schema, {
          ...options,
          group: spec.group,
          version: name,
          ...spec.names,
        });
        const source = openSource(text, file);
        const problems = (source.file.compilerNode as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics;
        expect(problems, file).toEqual([]);
      }
    }
  }, 120_000);
});
