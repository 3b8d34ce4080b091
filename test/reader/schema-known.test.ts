import { expect, test } from 'vitest';
import { fieldSchema } from './read-source.js';

const IMPORT = "import type { EmbeddedResource } from 'kbts/runtime';";

test.each([
  ['Int32', { type: 'integer', format: 'int32' }],
  ['EmbeddedResource', 'open'],
  ['EmbeddedResource<{ a?: string }>', 'closed'],
])('%s', async (type, expected) => {
  const schema = await fieldSchema(type, IMPORT);

  if (typeof expected === 'object') expect(schema).toEqual(expected);
  else expect(schema?.['x-kubernetes-preserve-unknown-fields'] === true).toBe(expected === 'open');
});
