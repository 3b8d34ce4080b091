import { expect, test } from 'vitest';
import { checksOf, commonSchema } from '../../../src/reader/unions/branch-schema.js';

const left = {
  type: 'object',
  properties: { x: { type: 'string' }, n: { type: 'integer' } },
  required: ['x'],
} as const;
const right = {
  type: 'object',
  properties: { y: { type: 'string' }, n: { type: 'integer' } },
  required: ['y'],
} as const;

test('what two schemas have in common takes the values of both', () => {
  expect(commonSchema([left, right])).toEqual({
    type: 'object',
    properties: { x: { type: 'string' }, y: { type: 'string' }, n: { type: 'integer' } },
  });
});

test('each says beside it what it alone checks', () => {
  const common = commonSchema([left, right]) ?? {};

  expect(checksOf(left, common)).toEqual({ required: ['x'], not: { anyOf: [{ required: ['y'] }] } });
});

test('types that differ have nothing in common', () => {
  expect(commonSchema([{ type: 'string' }, { type: 'boolean' }])).toBeUndefined();
});

test('rules cannot be checked for one branch only', () => {
  const ruled = { ...left, 'x-kubernetes-validations': [{ rule: 'true' }] };

  expect(checksOf(ruled, left)).toBeUndefined();
});
