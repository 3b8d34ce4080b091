import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test('literals keep their order in the source', async () => {
  expect((await fieldSchema("'Pending' | 'Running' | 'Failed'", "type Other = 'Failed';"))?.enum).toEqual([
    'Pending',
    'Running',
    'Failed',
  ]);
});

test.each([
  ['number | string', { 'x-kubernetes-int-or-string': true }],
  ['1 | "a"', { enum: [1, 'a'], 'x-kubernetes-int-or-string': true }],
  ['true | false', { type: 'boolean' }],
  ['string | null', { type: 'string', nullable: true }],
  ['"x" | null', { type: 'string', nullable: true, pattern: '^(x)$' }],
  ['1 | 2 | null', { type: 'integer', nullable: true }],
])('%s', async (type, schema) => {
  expect(await fieldSchema(type)).toMatchObject(schema);
});

test('an open enum takes every text and names the known ones', async () => {
  expect(await fieldSchema("'a' | 'b' | (string & {})")).toEqual({
    type: 'string',
    description: 'Known values: a, b.',
  });
});

test.each([['string | boolean'], ['string | { a: string }'], ["'a' | true"]])('%s is refused', async (type) => {
  expect(await fieldCodes(type)).toEqual(['type-union']);
});
