import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SchemaNode } from '../../../src/kubernetes/schema/schema-node.js';
import { validateValue } from '../../../src/kubernetes/schema/schema-validate.js';

const leaf: fc.Arbitrary<SchemaNode> = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.integer({ min: 3, max: 6 }) }),
  fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: -3, max: 0 }), maximum: fc.nat(3) }),
  fc.record({ type: fc.constant('boolean') }),
  fc.record({ type: fc.constant('string'), enum: fc.constant(['a', 'b']) }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^a', 'b$', '^[a-z]+$') }),
);
const { schema } = fc.letrec<{ schema: SchemaNode }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ type: fc.constant('array'), items: tie('schema'), maxItems: fc.nat(3) }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('p', 'q'), tie('schema'), { noNullPrototype: true }),
      required: fc.uniqueArray(fc.constantFrom('p', 'q')),
    }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema'), maxProperties: fc.nat(3) }),
  ),
}));
const { value } = fc.letrec<{ value: never }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'ab', 'xyz', ''),
    fc.integer({ min: -5, max: 5 }),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), tie('value'), { noNullPrototype: true }),
  ) as fc.Arbitrary<never>,
}));

test('accepts exactly what JSON Schema accepts', () => {
  const ajv = new Ajv({ strict: false });
  fc.assert(
    fc.property(schema, value, (node, candidate) => {
      expect(validateValue(candidate, node).length === 0).toBe(ajv.validate(node as object, candidate));
    }),
    { numRuns: 500 },
  );
});

test('names the place and the reason of each finding', () => {
  const node: SchemaNode = {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'integer', minimum: 1 } } },
  };

  expect(validateValue({ a: [1, 0, 'x'] }, node)).toEqual([
    {
      reason: 'FieldValueInvalid',
      field: 'a[1]',
      message: 'Invalid value: 0: a[1] in body should be greater than or equal to 1',
    },
    {
      reason: 'FieldValueTypeInvalid',
      field: 'a[2]',
      message: 'Invalid value: "string": a[2] in body must be of type integer: "string"',
    },
  ]);
});
