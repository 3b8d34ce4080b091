import { expect, test } from 'vitest';
import { mergeSchemas } from '../../../src/reader/schema/merge-schema.js';
import type { JsonSchema } from '../../../src/model/schema.js';

const merge = (type: JsonSchema, added: JsonSchema): { schema: JsonSchema; conflicts: string[] } => {
  const conflicts: string[] = [];
  return { schema: mergeSchemas(type, added, (message) => conflicts.push(message)), conflicts };
};

test.each<[JsonSchema, JsonSchema, JsonSchema]>([
  [{ maxLength: 5 }, { maxLength: 3 }, { maxLength: 3 }],
  [{ minItems: 1 }, { minItems: 1 }, { minItems: 1 }],
  [{ maximum: 10, exclusiveMaximum: true }, { maximum: 5 }, { maximum: 5 }],
  [{ maximum: 5 }, { maximum: 5, exclusiveMaximum: true }, { maximum: 5, exclusiveMaximum: true }],
  [{ pattern: 'a' }, { pattern: 'b' }, { allOf: [{ pattern: 'a' }, { pattern: 'b' }] }],
  [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }, { enum: ['b'] }],
  [{ required: ['b'] }, { required: ['a'] }, { required: ['a', 'b'] }],
  [{ description: 'type' }, { description: 'field' }, { description: 'field' }],
  [
    { properties: { a: { type: 'string' } } },
    { properties: { a: { maxLength: 1 } } },
    { properties: { a: { type: 'string', maxLength: 1 } } },
  ],
  [
    { 'x-kubernetes-validations': [{ rule: 'type' }] },
    { 'x-kubernetes-validations': [{ rule: 'field' }] },
    { 'x-kubernetes-validations': [{ rule: 'field' }, { rule: 'type' }] },
  ],
])('%j and %j', (type, added, expected) => {
  expect(merge(type, added)).toEqual({ schema: expected, conflicts: [] });
});

test.each<[JsonSchema, JsonSchema]>([
  [{ type: 'string' }, { type: 'integer' }],
  [{ enum: ['a'] }, { enum: ['b'] }],
])('%j contradicts %j', (type, added) => {
  expect(merge(type, added).conflicts).toHaveLength(1);
});
