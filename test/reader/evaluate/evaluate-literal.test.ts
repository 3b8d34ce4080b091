import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

test.each([
  ["'a'", { type: 'string', enum: ['a'] }],
  ['`a`', { type: 'string', enum: ['a'] }],
  ['-1', { type: 'integer', enum: [-1] }],
  ['true', { type: 'boolean', enum: [true] }],
  ['boolean', { type: 'boolean' }],
])('%s', async (type, schema) => {
  expect(await fieldSchema(type)).toEqual(schema);
});
