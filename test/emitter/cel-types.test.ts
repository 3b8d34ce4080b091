import { expect, test } from 'vitest';
import { declareType, KEY, MAX_REQUEST, typeOfKind } from '../../src/emitter/cel-types.js';
import type { JsonSchema } from '../../src/model/schema.js';

test.each<[string, JsonSchema, string, number, number, boolean]>([
  ['a text takes four bytes a character', { type: 'string', maxLength: 10 }, 'string', 40, 2, true],
  ['a text without limit fills a request', { type: 'string' }, 'string', MAX_REQUEST - 2, 2, false],
  ['an enum is as long as its longest value', { type: 'string', enum: ['a', 'äö'] }, 'string', 4, 2, true],
  ['bytes', { type: 'string', format: 'byte', maxLength: 10 }, 'bytes', 10, 2, true],
  ['a time', { type: 'string', format: 'date-time' }, 'timestamp', 32, 21, true],
  ['a date', { type: 'string', format: 'date' }, 'timestamp', 12, 12, true],
  ['a duration', { type: 'string', format: 'duration' }, 'duration', 32, 3, true],
  ['an integer has no size', { type: 'integer' }, 'int', 0, 1, true],
  ['a number has no size', { type: 'number' }, 'double', 0, 1, true],
  ['a boolean has no size', { type: 'boolean' }, 'bool', 0, 4, true],
  ['an int-or-string', { 'x-kubernetes-int-or-string': true, maxLength: 2 }, 'dyn', 8, 1, true],
  ['a list with a limit', { type: 'array', items: { type: 'integer' }, maxItems: 7 }, 'list', 7, 2, true],
  ['a list without', { type: 'array', items: { type: 'integer' } }, 'list', (MAX_REQUEST - 2) / 2, 2, false],
  [
    'a map with a limit',
    { type: 'object', additionalProperties: { type: 'boolean' }, maxProperties: 3 },
    'map',
    3,
    2,
    true,
  ],
  ['a map without', { type: 'object', additionalProperties: { type: 'boolean' } }, 'map', 314_572, 2, false],
])('%s', (_, schema, kind, largest, smallest, isBounded) => {
  expect(declareType(schema)).toMatchObject({ kind, largest, smallest, isBounded });
});

test('an object is as small as its required fields without defaults', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['name', 'is', 'on'],
    properties: {
      name: { type: 'string' },
      is: { type: 'boolean' },
      on: { type: 'boolean', default: true },
      more: { type: 'string' },
    },
  };

  expect(declareType(schema)?.smallest).toBe(2 + (4 + 4 + 2) + (2 + 4 + 4));
});

test('fields have the names that rules write', () => {
  const fields = declareType({
    type: 'object',
    properties: { 'my-key': { type: 'integer' }, 'a b': { type: 'integer' } },
  })?.fields;

  expect([...(fields?.keys() ?? [])]).toEqual(['my__dash__key']);
});

test('a root has its own metadata', () => {
  const metadata = declareType({ type: 'object', properties: { metadata: { type: 'object' } } }, true)?.fields?.get(
    'metadata',
  );

  expect(metadata?.fields?.get('name')?.largest).toBe(253 * 4);
});

test('what has no type is not seen', () => {
  expect(declareType({ 'x-kubernetes-preserve-unknown-fields': true })).toBe(undefined);
  expect(declareType({ type: 'array', items: {} })).toBe(undefined);
});

test('fields of deep types are only declared when they are asked for', () => {
  const deep = {
    type: 'object',
    get properties(): never {
      throw new Error('read');
    },
  };

  expect(declareType({ type: 'object', properties: { deep } })?.kind).toBe('object');
});

test('keys and bare kinds have no size', () => {
  expect([KEY.largest, typeOfKind('string').largest]).toEqual([0, 0]);
});
