import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test.each([
  ['string', { type: 'string' }],
  ['(number)', { type: 'integer' }],
  ['"a"', { type: 'string', enum: ['a'] }],
  ['-1', { type: 'integer', enum: [-1] }],
  ['readonly string[]', { type: 'array', items: { type: 'string' } }],
  ['[first: string, second: string]', { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }],
  ['[string, ...string[]]', { type: 'array', items: { type: 'string' }, minItems: 1 }],
])('%s', async (type, schema) => {
  expect(await fieldSchema(type)).toEqual(schema);
});

test('fills in generics through several levels, with defaults', async () => {
  const types = 'interface Pair<A, B = A[]> { a: A; b: B }\ntype Twice<T> = Pair<T>;';

  expect(await fieldSchema('Twice<Int32>', types)).toMatchObject({
    properties: { a: { type: 'integer' }, b: { type: 'array', items: { format: 'int32' } } },
  });
});

test.each([
  ['unique symbol', 'type-unsupported'],
  ['this', 'type-unsupported'],
  ['new () => string', 'type-function'],
])('%s is refused', async (type, code) => {
  expect(await fieldCodes(type)).toEqual([code]);
});
