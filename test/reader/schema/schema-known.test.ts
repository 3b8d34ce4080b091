import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

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

test('a condition may only be of the types and reasons that the kind declares', async () => {
  const imports = "import type { Condition, ConditionOf } from 'kbts/runtime';";
  const plain = await fieldSchema('Condition', imports);
  const narrowed = await fieldSchema("ConditionOf<'Ready' | 'Degraded', 'AllUp'>", imports);
  const open = await fieldSchema("ConditionOf<'Ready'>", imports);

  const { type, reason } = plain?.properties ?? {};
  const expected = { type: { ...type, enum: ['Ready', 'Degraded'] }, reason: { ...reason, enum: ['AllUp'] } };
  expect(narrowed).toEqual({ ...plain, properties: { ...plain?.properties, ...expected } });
  expect(open?.properties?.reason).toEqual(reason);
});
