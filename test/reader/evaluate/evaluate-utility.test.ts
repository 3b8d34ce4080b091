import { expect, test } from 'vitest';
import { fieldSchema } from '../read-source.js';

const BASE = 'interface Base { /** Doc. */ a: string; b?: Int32; c: boolean }';

test.each([
  ['Partial<Base>', undefined],
  ['Required<Base>', ['a', 'b', 'c']],
  ['Pick<Base, "a" | "b">', ['a']],
  ['Omit<Base, "a">', ['c']],
  ['Readonly<Base>', ['a', 'c']],
  ['Required<Pick<Base, "b">>', ['b']],
])('%s requires %j', async (type, required) => {
  expect((await fieldSchema(type, BASE))?.required).toEqual(required);
});

test.each([
  ['Exclude<"a" | "b" | "c", "b">', ['a', 'c']],
  ['Extract<"a" | "b" | 1, string>', ['a', 'b']],
  ['NonNullable<"a" | null>', ['a']],
  ['Capitalize<"on" | "off">', ['On', 'Off']],
  ['Lowercase<"A">', ['a']],
])('%s allows %j', async (type, values) => {
  expect((await fieldSchema(type))?.enum).toEqual(values);
});
