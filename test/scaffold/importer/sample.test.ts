import { expect, test } from 'vitest';
import type { Schema } from '../../../src/scaffold/importer/crd.js';
import { sampleFields, sampleOf } from '../../../src/scaffold/importer/sample.js';

test.each<[Schema, unknown]>([
  [{ type: 'string' }, 'example'],
  [{ type: 'string', default: 'd' }, 'd'],
  [{ type: 'string', enum: ['b', 'a'] }, 'b'],
  [{ type: 'string', pattern: '^[0-9]+[smh]$' }, '1h'],
  [{ type: 'string', pattern: '^https://' }, 'https://example.com'],
  [{ type: 'string', minLength: 40, pattern: '(?<broken' }, 'x'.repeat(40)],
  [{ type: 'string', pattern: '^(0+)+x$' }, 'x'],
  [{ type: 'string', maxLength: 1 }, 'a'],
  [{ type: 'string', format: 'date-time' }, '2024-01-01T00:00:00Z'],
  [{ type: 'integer' }, 1],
  [{ type: 'integer', minimum: 5, exclusiveMinimum: true }, 6],
  [{ type: 'integer', maximum: -2 }, -2],
  [{ type: 'integer', minimum: 3, multipleOf: 5 }, 5],
  [{ type: 'integer', minimum: 9007199254740993n }, 9007199254740993n],
  [{ type: 'integer', minimum: 9007199254740993n, exclusiveMinimum: true }, 9007199254740994n],
  [{ type: 'integer', maximum: -9007199254740993n, multipleOf: 10 }, -9007199254741000n],
  [{ type: 'integer', maximum: -3, multipleOf: 5 }, -5],
  [{ type: 'integer', maximum: 9007199254740993n }, 1n],
  [{ type: 'integer', multipleOf: 9007199254740993n }, 9007199254740993n],
  [{ type: 'number', minimum: 9007199254740993n, multipleOf: 0.5 }, 9007199254740992],
  [{ type: 'boolean' }, false],
  [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [false, false]],
  [{ type: 'array', items: {} }, []],
  [{ type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'string' } }, required: ['a'] }, { a: false }],
  [{ type: 'object', properties: { a: { type: 'boolean', default: true } }, required: ['a'] }, {}],
  [{ type: 'object', properties: { a: { type: 'boolean' } }, minProperties: 1 }, { a: false }],
  [{ type: 'object', properties: { a: {}, b: { type: 'boolean' } }, oneOf: [{ required: ['b'] }, {}] }, { b: false }],
  [{ type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 }, { example: 1 }],
  [{ 'x-kubernetes-int-or-string': true }, 1],
])('of %o is %o', (schema, expected) => {
  expect(sampleOf(schema)).toEqual(expected);
});

test('an object has its spec and what else is required, and no status', () => {
  const part: Schema = { type: 'object' };
  const properties = { apiVersion: {}, metadata: {}, spec: part, status: part, data: part, more: part };

  expect(sampleFields({ properties, required: ['data', 'status', 'metadata'] })).toEqual({ spec: {}, data: {} });
});
