import { expect, test } from 'vitest';
import { misfit, withDefaultsFilled } from '../../src/checks/json-check.js';
import type { JsonSchema, JsonValue } from '../../src/model/schema.js';

const object: JsonSchema = {
  type: 'object',
  properties: { a: { type: 'string' }, n: { type: 'integer', default: 1 } },
  required: ['a', 'n'],
};

test.each<[JsonValue, JsonSchema]>([
  ['a', { type: 'string', maxLength: 1, pattern: '^a$' }],
  [5, { type: 'integer', minimum: 1, maximum: 5, multipleOf: 5 }],
  [9_007_199_254_740_993n, { type: 'integer', format: 'int64' }],
  [null, { type: 'string', nullable: true }],
  ['http', { 'x-kubernetes-int-or-string': true }],
  [{ a: 'x', n: 1 }, object],
  [{ a: 'x' }, withDefaultsFilled(object)],
  [[{ a: 'x' }], withDefaultsFilled({ type: 'array', items: object })],
  [{ k: { a: 'x' } }, withDefaultsFilled({ type: 'object', additionalProperties: object })],
  [{ x: 'y' }, { type: 'object', additionalProperties: { type: 'string' } }],
  [{ anything: [1] }, { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  [['a'], { type: 'array', items: { type: 'string' }, minItems: 1 }],
])('fits: case %#', (value, schema) => {
  expect(misfit(value, schema)).toBeUndefined();
});

test.each<[JsonValue, JsonSchema]>([
  [1, { type: 'string' }],
  ['ab', { type: 'string', maxLength: 1 }],
  ['b', { type: 'string', pattern: '^a$' }],
  [1.5, { type: 'integer' }],
  [5, { type: 'integer', maximum: 5, exclusiveMaximum: true }],
  [3_000_000_000, { type: 'integer', format: 'int32' }],
  [null, { type: 'string' }],
  [true, { 'x-kubernetes-int-or-string': true }],
  ['c', { type: 'string', enum: ['a', 'b'] }],
  [{}, object],
  [{ a: 'x' }, object],
  [{ n: 1 }, withDefaultsFilled(object)],
  [{ a: 'x', b: 1 }, object],
  [{ a: { b: 1 } }, { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } }],
  [['a', 1], { type: 'array', items: { type: 'string' } }],
  ['x', { type: 'string', allOf: [{ minLength: 2 }] }],
])('does not fit: case %#', (value, schema) => {
  expect(misfit(value, schema)).toEqual(expect.any(String));
});
