import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test('nested unions are flattened in source order, without duplicates', async () => {
  expect((await fieldSchema("A | 'c' | 'a'", "type A = 'b' | B;\ntype B = 'a';"))?.enum).toEqual(['b', 'a', 'c']);
});

test('a union that contains itself is an error', async () => {
  expect(await fieldCodes('A', "type A = 'a' | B;\ntype B = A | 'b';")).toEqual(['type-cyclic']);
});
