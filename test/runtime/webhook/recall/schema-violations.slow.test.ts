import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaViolations, type Schema } from '../../../../src/runtime/webhook/recall/schema-violations.js';
import type { JsonValue } from '../../../../src/kubernetes/json/json-value.js';
import type { SchemaNode } from '../../../../src/kubernetes/schema/schema-node.js';
import { validateValue } from '../../../../src/kubernetes/schema/schema-validate.js';

const small = fc.integer({ min: -2, max: 4 });
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    small,
    fc.constantFrom('', 'a', 'ab', '😀'),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 3 }),
  ),
})).value;
const leaf = {
  type: fc.constantFrom('integer', 'number', 'string', 'boolean', 'object', 'array'),
  nullable: fc.boolean(),
  enum: fc.array(values, { minLength: 1, maxLength: 3 }),
  minimum: small,
  maximum: small,
  exclusiveMinimum: fc.boolean(),
  exclusiveMaximum: fc.boolean(),
  multipleOf: fc.integer({ min: 1, max: 3 }),
  minLength: small,
  maxLength: small,
  pattern: fc.constantFrom('^a', 'b$', '^(a|ab)*$'),
  minItems: small,
  maxItems: small,
  minProperties: small,
  maxProperties: small,
  required: fc.subarray(['a', 'b']),
};
const around = (inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record(
    {
      ...leaf,
      properties: fc.dictionary(fc.constantFrom('a', 'b'), inner),
      additionalProperties: fc.oneof(fc.boolean(), inner),
      items: inner,
      anyOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
      not: inner,
    },
    { requiredKeys: [] },
  );
const schemas = around(around(fc.record(leaf, { requiredKeys: [] })));

describe('what a value breaks', () => {
  test.each<[string, Schema, unknown, string]>([
    ['maximum', { type: 'integer', maximum: 5 }, 500, ': maximum'],
    ['exclusive maximum', { type: 'integer', maximum: 5, exclusiveMaximum: true }, 5, ': maximum'],
    ['minimum', { type: 'number', minimum: 1 }, 0.5, ': minimum'],
    ['int32', { type: 'integer', format: 'int32' }, 2_147_483_648, ': format'],
    ['type', { type: 'integer' }, '5', ': type'],
    ['enum', { type: 'string', enum: ['a'] }, 'b', ': enum'],
    ['characters', { type: 'string', maxLength: 1 }, 'ab', ': maxLength'],
    ['pattern', { type: 'string', pattern: '^a+$' }, 'b', ': pattern'],
    ['required', { type: 'object', required: ['a'] }, {}, 'a: required'],
    ['null', { type: 'object', properties: { a: { type: 'string' } } }, { a: null }, 'a: type'],
    ['a field', { type: 'object', properties: { a: { items: { type: 'string' } } } }, { a: ['b', 1] }, 'a[1]: type'],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, { a: 1 }, 'a: type'],
    ['a closed map', { type: 'object', additionalProperties: false }, { a: 1 }, 'a: additionalProperties'],
    [
      'a set',
      { type: 'array', 'x-kubernetes-list-type': 'set' },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ': x-kubernetes-list-type',
    ],
    [
      'a list by key',
      { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
      [
        { name: 'a', b: 1 },
        { name: 'a', b: 2 },
      ],
      ': x-kubernetes-list-type',
    ],
    ['none of oneOf', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1, b: 1 }, ': oneOf'],
    ['not', { not: { required: ['a'] } }, { a: 1 }, ': not'],
  ])('%s', (_name, schema, value, violation) => {
    expect([...schemaViolations(value, schema)]).toEqual([violation]);
  });

  test('the largest and smallest of 32 bits are allowed', () => {
    for (const value of [2_147_483_647, -2_147_483_648])
      expect(schemaViolations(value, { type: 'integer', format: 'int32' }).size).toBe(0);
  });

  test('a pattern that backtracks elsewhere takes linear time', () => {
    expect(schemaViolations(`${'a'.repeat(100_000)}!`, { type: 'string', pattern: '^(a+)+$' }).size).toBe(1);
  });

  test('any value and schema get the verdict of the embedded API server', () => {
    fc.assert(
      fc.property(schemas, fc.jsonValue({ maxDepth: 3 }), values, (schema, any, likely) => {
        for (const value of [any, likely])
          expect(schemaViolations(value, schema as Schema).size === 0).toBe(
            validateValue(value as JsonValue, schema as SchemaNode).length === 0,
          );
      }),
      { numRuns: 3000 },
    );
  });
});
