import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test.each([
  ['unknown', { 'x-kubernetes-preserve-unknown-fields': true }],
  ['object', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ['[x: string, y?: string]', { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 }],
  ['[x: string, ...more: string[]]', { type: 'array', items: { type: 'string' }, minItems: 1 }],
  ['[string, ...[string, string]]', { type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 3 }],
  ['[string, ...string[]][number]', { type: 'string' }],
  ['[Int32, Int32?]', { type: 'array', items: { type: 'integer', format: 'int32' }, minItems: 1, maxItems: 2 }],
])('%s', async (type, schema) => {
  expect(await fieldSchema(type)).toEqual(schema);
});

test.each([['Set<string>'], ['Promise<string>'], ['symbol'], ['RegExp'], ['void']])('%s is refused', async (type) => {
  expect(await fieldCodes(type)).toEqual(['type-unsupported']);
});

test.each(['[Port, Port]', '[x: Port, y?: Port]', '[Port, Port?, ...Port[]]'])(
  'items of the tuple %s keep the markers of their type',
  async (type) => {
    const types = '// +kubebuilder:validation:Minimum=1\ntype Port = number;';

    expect((await fieldSchema(type, types))?.items).toEqual({ type: 'integer', minimum: 1 });
  },
);
