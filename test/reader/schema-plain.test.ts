import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from './read-source.js';

test.each([
  ['unknown', { 'x-kubernetes-preserve-unknown-fields': true }],
  ['object', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ['[Int32, Int32?]', { type: 'array', items: { type: 'integer', format: 'int32' }, minItems: 1, maxItems: 2 }],
])('%s', async (type, schema) => {
  expect(await fieldSchema(type)).toEqual(schema);
});

test.each([['Set<string>'], ['Promise<string>'], ['symbol'], ['RegExp'], ['void']])('%s is refused', async (type) => {
  expect(await fieldCodes(type)).toEqual(['type-unsupported']);
});
