import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema, read } from '../read-source.js';

const BASE = `interface Base {
  /** The first. */
  // +kubebuilder:validation:MinLength=2
  a: string;
  b?: Int32;
}`;

test('a mapped type over keyof keeps docs, markers and optionality', async () => {
  const schema = await fieldSchema('{ [K in keyof Base]: Base[K] }', BASE);

  expect(schema).toEqual({
    type: 'object',
    properties: {
      a: { type: 'string', minLength: 2, description: 'The first.' },
      b: { type: 'integer', format: 'int32' },
    },
    required: ['a'],
  });
});

test.each([
  ['{ [K in keyof Base]?: string }', { properties: { a: { type: 'string' }, b: { type: 'string' } } }],
  ['{ [K in "x" | "y" as `is${Capitalize<K>}`]: boolean }', { required: ['isX', 'isY'] }],
  ['{ [K in keyof Base as `get${Capitalize<string & K>}`]: Base[K] }', { required: ['getA'] }],
  ['{ [K in keyof Base as K extends "a" ? never : K]: Base[K] }', { properties: { b: { type: 'integer' } } }],
  ['{ [K in string]: Int32 }', { additionalProperties: { type: 'integer', format: 'int32' } }],
  ['keyof Base', { enum: ['a', 'b'] }],
  ['Base["b"]', { type: 'integer', format: 'int32' }],
  ['string[][number]', { type: 'string' }],
  ['({ k: "a"; x: string } | { k: "b" })["k"]', { enum: ['a', 'b'] }],
  ['IsText<"x">', { enum: ['yes'] }],
  ['IsText<"x" | 1>', { enum: ['yes', 'no'] }],
  ['Item<Int32[]>', { type: 'integer', format: 'int32' }],
  ['Value<{ value: "v" }>', { enum: ['v'] }],
])('%s', async (type, schema) => {
  const types = `${BASE}\ntype IsText<T> = T extends string ? 'yes' : 'no';\ntype Item<T> = T extends (infer I)[] ? I : never;\ntype Value<T> = T extends { value: infer V } ? V : never;`;

  expect(await fieldSchema(type, types)).toMatchObject(schema);
});

test('names that are not known are refused, not left out', async () => {
  expect(await fieldCodes('{ [K in keyof Base as `${string}${K}`]: string }', BASE)).toEqual(['type-unsupported']);
});

test.each([
  ["PodSpec['containers'][number]['name']", { type: 'string' }],
  ["NonNullable<PodSpec['volumes']>[number]['name']", { type: 'string' }],
  ["NonNullable<PodSpec['nodeSelector']>[string]", { type: 'string' }],
])('%s is part of a Kubernetes type', async (type, schema) => {
  const { model } = await read(
    `import type { PodSpec } from 'kbts/k8s';\nexport interface Row extends CustomResource<{ a?: ${type} }> {}`,
  );

  expect(model.kinds[0]?.schema.properties?.spec?.properties?.a).toMatchObject(schema);
});

test('below a condition types are what TypeScript makes of them there', async () => {
  // TypeScript notes the condition on `U`, and does not change the case of what has a note.
  const types = "type U = 'a' | 'b';";

  expect((await fieldSchema('U extends string ? Uppercase<U> : never', types))?.enum).toEqual(['a', 'b']);
});
