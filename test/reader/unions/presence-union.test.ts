import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const TAGGED = "type Tagged = { t: 'a'; z: string } | { t: 'b'; y?: Int32 };";

test('without a tag that is set, every property of a Partial union may be; with it, those of its branch', async () => {
  expect(await fieldSchema('Partial<Tagged>', TAGGED)).toMatchObject({
    type: 'object',
    properties: { t: { enum: ['a', 'b'] }, z: { type: 'string' }, y: { type: 'integer' } },
    anyOf: [
      { required: ['t'], not: { required: ['y'] }, properties: { t: { enum: ['a'] } } },
      { not: { required: ['t'] } },
      { required: ['t'], not: { required: ['z'] }, properties: { t: { enum: ['b'] } } },
    ],
  });
});

test('branches that differ in what is required are alternatives', async () => {
  const schema = await fieldSchema('{ a: string; b?: string; c: string } | { a?: string; b: string; c: string }');

  expect(schema).toMatchObject({ required: ['c'], anyOf: [{ required: ['a'] }, { required: ['b'] }] });
});

test('a branch that needs nothing makes the others no condition', async () => {
  const schema = await fieldSchema('{ a: string; b?: string } | { a: string; c?: string }');

  expect(schema?.required).toEqual(['a']);
  expect(schema?.anyOf).toBeUndefined();
});

test('what a branch must not have is forbidden in it alone', async () => {
  const schema = await fieldSchema('{ a?: never; b: string } | { a: string; b?: string; c: string }');

  expect(schema?.anyOf).toEqual([{ required: ['b'], not: { required: ['a'] } }, { required: ['a', 'c'] }]);
});

test.each([
  "{ t: string; z: string } | { t: 'b'; y?: string }",
  '{ a: { x: string } } | { a: { y: string } }',
  "Partial<{ kind: 'a'; v: string } | { kind: 'b'; v: number }>",
])('%s differs in more than presence and is refused', async (type) => {
  expect(await fieldCodes(type)).toEqual(['type-union']);
});
