import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

const TYPES = `
interface A { a: string; b?: string; c: string | undefined }
type Same<T> = { [K in keyof T]: T[K] };
type MyPick<T, K extends keyof T> = { [P in K]: T[P] };
type Free<K extends string> = { [P in K]: string };
type Must<T> = { [K in keyof T]-?: T[K] };
`;

test.each([
  ['Same<A>', ['a']],
  ["MyPick<A, 'a' | 'b'>", ['a']],
  ["Free<'x' | 'y'>", ['x', 'y']],
  ['Must<A>', ['a', 'b']],
  ['Same<Same<A> & { z: string }>', ['a', 'z']],
])('%s requires %s', async (type, required) => {
  expect((await fieldSchema(type, TYPES))?.required).toEqual(required);
});

test('deep nesting of home-made utility types ends', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `p${index}?: string;`).join(' ');
  const types = `interface Big { ${names} }
type Simplify<T> = { [K in keyof T]: T[K] } & {};
type Must<T, K extends keyof T> = Simplify<Omit<T, K> & Required<Pick<T, K>>>;`;
  const type = Array.from({ length: 8 }).reduce((inner: string, _, index) => `Must<${inner}, 'p${index}'>`, 'Big');

  expect((await fieldSchema(type, types))?.required).toHaveLength(8);
});
