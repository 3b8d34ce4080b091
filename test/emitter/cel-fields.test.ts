import { expect, test } from 'vitest';
import { lookUpField } from '../../src/emitter/cel-fields.js';
import type { JsonSchema } from '../../src/model/schema.js';

const TEXT: JsonSchema = { type: 'string' };

test.each<[string, JsonSchema | undefined, string, boolean, JsonSchema | undefined]>([
  ['a property', { type: 'object', properties: { a: TEXT } }, 'a', false, TEXT],
  ['a property by its escaped name', { type: 'object', properties: { 'my-a': TEXT } }, 'my__dash__a', false, TEXT],
  ['a key of a map', { type: 'object', additionalProperties: TEXT }, 'any', false, TEXT],
  [
    'metadata of an embedded resource',
    { type: 'object', 'x-kubernetes-embedded-resource': true },
    'kind',
    false,
    undefined,
  ],
  ['a field of what has no type', { 'x-kubernetes-preserve-unknown-fields': true }, 'a', false, undefined],
  ['a field of what is not known', undefined, 'a', false, undefined],
])('%s is found', (_, schema, field, isRoot, expected) => {
  expect(lookUpField(schema, field, isRoot)).toEqual({ kind: 'field', ...(expected && { schema: expected }) });
});

test('a kind has a name', () => {
  expect(lookUpField({ type: 'object' }, 'metadata', true)).toMatchObject({ schema: { properties: { name: TEXT } } });
});

test.each<[string, JsonSchema, string]>([
  ['of a text', TEXT, 'a text has no field "a"'],
  ['of a list', { type: 'array', items: TEXT }, 'a list has no field "a"'],
  ['that an object does not have', { type: 'object', properties: { b: TEXT } }, 'there is no field "a"'],
  ['of an object that names none', { type: 'object' }, 'there is no field "a"'],
  [
    'that only data has',
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    'there is no field "a"; rules cannot see fields that the schema does not name',
  ],
  [
    'whose type is not known',
    { type: 'object', properties: { a: { 'x-kubernetes-preserve-unknown-fields': true } } },
    'rules cannot see the field "a", because nothing is known of its type',
  ],
  [
    'with items of an unknown type',
    { type: 'object', properties: { a: { type: 'array', items: { type: 'object', additionalProperties: {} } } } },
    'rules cannot see the field "a", because nothing is known of its type',
  ],
])('a field %s is missing', (_, schema, message) => {
  expect(lookUpField(schema, 'a', false)).toMatchObject({ kind: 'missing', message });
});
