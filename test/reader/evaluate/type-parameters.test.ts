import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test('a default may use the parameters before it', async () => {
  expect(await fieldSchema('Pair<string>', 'interface Pair<A, B = A[]> { b: B }')).toMatchObject({
    properties: { b: { type: 'array', items: { type: 'string' } } },
  });
});

test('a parameter without argument and default is an error', async () => {
  expect(await fieldCodes('Pair<string>', 'interface Pair<A, B> { b: B }')).toEqual(['type-argument-missing']);
});
