import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test.each([
  ['E', 'enum E { B = "b", A = "a" }', { type: 'string', enum: ['b', 'a'] }],
  ['E', 'enum E { Zero, Two = 2, Three }', { type: 'integer', enum: [0, 2, 3] }],
  ['E.A', 'enum E { A = "a", B = "b" }', { type: 'string', enum: ['a'] }],
  ['keyof typeof T', 'const T = { x: 1, y: 2 } as const;', { type: 'string', enum: ['x', 'y'] }],
  ['(typeof T)[keyof typeof T]', 'const T = { x: "p", y: "q" } as const;', { type: 'string', enum: ['p', 'q'] }],
  ['(typeof L)[number]', 'const L = ["m", "n"] as const;', { type: 'string', enum: ['m', 'n'] }],
  ['(typeof F)[number]', 'const F = Object.freeze(["m"] as const);', { type: 'string', enum: ['m'] }],
  ['typeof C', 'const C: Int32 = 5;', { type: 'integer', format: 'int32' }],
])('%s of %s', async (type, types, schema) => {
  expect(await fieldSchema(type, types)).toEqual(schema);
});

test('the type of a computed constant is refused', async () => {
  expect(await fieldCodes('typeof x', 'const x = f();')).toEqual(['type-unsupported']);
});

test.each([
  ['typeof N.A', 'const N = { A: "x", B: "y" } as const;', { type: 'string', enum: ['x'] }],
  ['typeof E.B', 'enum E { A = "a", B = "b" }', { type: 'string', enum: ['b'] }],
  ['typeof V', 'let V = "x";', { type: 'string' }],
])('%s of %s', async (type, types, schema) => {
  expect(await fieldSchema(type, types)).toEqual(schema);
});

test('constants that refer to each other without end are refused', async () => {
  expect(await fieldCodes('(typeof A)[number]', 'const A = [...B] as const;\nconst B = [...A] as const;')).toEqual([
    'type-cyclic',
  ]);
});
