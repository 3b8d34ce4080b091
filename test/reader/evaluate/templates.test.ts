import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

test.each([
  ['`${string}-${number}`', { type: 'string', pattern: String.raw`^[^\-]*--?[0-9]+(\.[0-9]+)?$` }],
  ['`v${Int32}`', { type: 'string', pattern: '^v-?[0-9]+$' }],
  ['`${"a" | "b"}.x`', { type: 'string', enum: ['a.x', 'b.x'] }],
  ['`a.${string}` | "none"', { type: 'string', pattern: String.raw`^(none|a\..*)$` }],
])('%s', async (type, schema) => {
  expect(await fieldSchema(type)).toEqual(schema);
});
