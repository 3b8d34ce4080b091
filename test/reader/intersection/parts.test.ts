import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test.each([
  'object & { a: string }',
  'unknown & { a: string }',
  '{} & { a: string }',
  'Record<never, never> & { a: string }',
])('%s is the object alone', async (type) => {
  expect(await fieldSchema(type)).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
});

test.each(['string & Record<never, never>', "'a' | 'b' | (string & Record<never, never>)", 'string & { __brand: 1 }'])(
  '%s is a string',
  async (type) => {
    const schema = await fieldSchema(type);

    expect(schema?.type).toBe('string');
    expect(schema?.enum).toBeUndefined();
  },
);

test.each(['string[] & { 0: string }', 'string & { length: 3 }'])(
  '%s says what a schema would lose, and is refused',
  async (type) => {
    expect(await fieldCodes(type)).toEqual(['type-unsupported']);
  },
);
