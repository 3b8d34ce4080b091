import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };

test.each([
  ['[string] extends [number] ? string : number', NUMBER],
  ["'a.b' extends `${string}.${infer R}` ? R : never", { type: 'string', enum: ['b'] }],
  ["Exclude<'onA' | 'b', `on${string}`>", { type: 'string', enum: ['b'] }],
  ['Awaited<Promise<string>>', TEXT],
  ["Parameters<(a: string, b: 'x') => void>[1]", { type: 'string', enum: ['x'] }],
  ['Extract<string | (() => void), string>', TEXT],
  ['Exclude<true | 1, boolean>', { type: 'integer', enum: [1] }],
  ['[a: string, b?: string]', { type: 'array', items: TEXT, minItems: 1, maxItems: 2 }],
  ['Required<[string, string?]>', { type: 'array', items: TEXT, minItems: 2, maxItems: 2 }],
  ['Partial<string[]>', { type: 'array', items: TEXT }],
  [
    '{ [K in "b" | "a" as K extends "a" ? never : `${K}2`]: string }',
    { type: 'object', properties: { b2: TEXT }, required: ['b2'] },
  ],
])('%s is what TypeScript says', async (type, schema) => {
  expect(await fieldSchema(type)).toEqual(schema);
});

test.each([
  ['Uppercase<string>', 'type-unsupported'],
  ['ReturnType<() => () => void>', 'type-function'],
  ['Awaited<Promise<Map<string, string>>>', 'type-unsupported'],
  ['Missing', 'type-unknown'],
])('%s is refused', async (type, code) => {
  expect(await fieldCodes(type)).toEqual([code]);
});

test.each([
  ['E', 'enum E { A = "x".length }'],
  ['E', 'enum E { A = "x".length, B = "b" }'],
  ['E.A', 'enum E { A = "x".length, B = 1 }'],
])('%s of "%s" has a value that only running the program gives', async (type, types) => {
  expect(await fieldCodes(type, `export ${types}`)).toEqual(['enum-computed']);
});

test('a constant expression in an enum is what TypeScript computes', async () => {
  expect(await fieldSchema('E', 'export enum E { A = 1 << 3, B = A | 1 }')).toMatchObject({ enum: [8, 9] });
});
