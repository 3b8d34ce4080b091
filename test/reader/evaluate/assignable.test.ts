import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

test.each([
  ['"a"', 'string', 'yes'],
  ['1', 'string', 'no'],
  ['string', '"a"', 'no'],
  ['Int32', 'number', 'yes'],
  ['{ a: string; b: number }', '{ a: string }', 'yes'],
  ['{ a?: string }', '{ a: string }', 'no'],
  ['string[]', 'unknown[]', 'yes'],
  ['["a", "b"]', 'string[]', 'yes'],
  ['"a" | "b"', '"a" | "b" | "c"', 'yes'],
  ['{ a: string }', 'object', 'yes'],
  ['never', 'string', 'yes'],
  ['unknown', 'string', 'no'],
])('%s extends %s: %s', async (source, target, answer) => {
  expect((await fieldSchema(`(${source}) extends (${target}) ? 'yes' : 'no'`))?.enum).toEqual([answer]);
});
