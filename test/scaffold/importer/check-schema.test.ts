import { expect, test } from 'vitest';
import { checkSchema } from '../../../src/scaffold/importer/check-schema.js';
import { CrdProblem } from '../../../src/scaffold/importer/crd-parts.js';

test.each([
  { type: 'object', properties: { a: { type: 'string', enum: ['x'], default: null }, b: { items: {} } } },
  { additionalProperties: true, anyOf: [{ required: ['a'] }], not: {} },
  { 'x-kubernetes-validations': [{ rule: 'true', message: 'm' }], externalDocs: { url: 'https://a' } },
])('%j is right', (schema) => {
  expect(() => checkSchema(schema, 'schema')).not.toThrow();
});

test.each([
  ['schema', 3],
  ['schema.description', { description: ['a'] }],
  ['schema.type', { type: 'tuple' }],
  ['schema.required', { required: 'a' }],
  ['schema.enum', { enum: [] }],
  ['schema.enum', { enum: [Number.POSITIVE_INFINITY] }],
  ['schema.minLength', { minLength: -1 }],
  ['schema.maximum', { maximum: '3' }],
  ['schema.nullable', { nullable: 'true' }],
  ['schema.pattern', { pattern: 1 }],
  ['schema.properties', { properties: [] }],
  ['schema.properties.a', { properties: { a: null } }],
  ['schema.properties.a.description', { properties: { a: { description: 1 } } }],
  ['schema.items', { items: [{}] }],
  ['schema.items.title', { items: { title: 1 } }],
  ['schema.additionalProperties', { additionalProperties: 'x' }],
  ['schema.not', { not: 1 }],
  ['schema.anyOf', { anyOf: {} }],
  ['schema.oneOf[1]', { oneOf: [{}, 1] }],
  ['schema.x-kubernetes-list-type', { 'x-kubernetes-list-type': 'bag' }],
  ['schema.x-kubernetes-validations[0].rule', { 'x-kubernetes-validations': [{}] }],
  ['schema.externalDocs', { externalDocs: 'https://a' }],
])('%s is where %j is wrong', (place, schema) => {
  expect(() => checkSchema(schema, 'schema')).toThrow(expect.objectContaining({ place }));
});

test('nesting ends somewhere', () => {
  let schema: object = {};
  for (let depth = 0; depth < 10_000; depth++) schema = { items: schema };

  expect(() => checkSchema(schema, 'schema')).toThrow(CrdProblem);
});
