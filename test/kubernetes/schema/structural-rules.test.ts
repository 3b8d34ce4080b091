import { expect, test } from 'vitest';
import type { Structural } from '../../../src/kubernetes/schema/structural.js';
import { type Level, structuralProblems } from '../../../src/kubernetes/schema/structural-rules.js';

const item: Structural = { type: 'object', properties: { k: { type: 'string' } }, required: ['k'] };

test.each<[string, Structural, Level]>([
  ['a string', { type: 'string' }, 'field'],
  [
    'an int-or-string',
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    'field',
  ],
  [
    'a list map',
    { type: 'array', items: item, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
    'field',
  ],
  ['an open value', { 'x-kubernetes-preserve-unknown-fields': true }, 'item'],
])('%s is fine', (_, schema, level) => {
  expect(structuralProblems(schema, level)).toEqual([]);
});

test.each<[string, Structural, string]>([
  ['no type', {}, 'required type'],
  ['a type that does not exist', { type: 'text' }, 'unsupported type'],
  ['a list without items', { type: 'array' }, 'required items'],
  [
    'an embedded resource that is a string',
    { type: 'string', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    'invalid type',
  ],
  [
    'a set of nullable items',
    { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', nullable: true } },
    'forbidden items.nullable',
  ],
  [
    'keys without a list map',
    { type: 'array', items: item, 'x-kubernetes-list-map-keys': ['k'] },
    'required x-kubernetes-list-type',
  ],
  [
    'a list map of strings',
    { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
    'invalid items.type',
  ],
  ['a pattern of another engine', { type: 'string', pattern: String.raw`\u0041` }, 'invalid pattern'],
  ['a branch with a type', { type: 'string', anyOf: [{ type: 'string' }] }, 'forbidden anyOf[0].type'],
  [
    'a branch with a title',
    { type: 'object', properties: { a: { type: 'string' } }, allOf: [{ properties: { a: { title: 'x' } } }] },
    'forbidden allOf[0].properties[a].title',
  ],
])('%s', (_, schema, problem) => {
  expect(structuralProblems(schema, 'field').map(({ sort, field }) => `${sort} ${field}`)).toEqual([problem]);
});

test('branches of the root judge declared fields only', () => {
  const schema: Structural = {
    type: 'object',
    properties: { a: { type: 'string' } },
    anyOf: [{ properties: { b: { pattern: 'x' } } }],
  };

  expect(structuralProblems(schema, 'root')).toEqual([
    { sort: 'required', field: 'properties[b]', detail: 'because it is defined in anyOf[0].properties[b]' },
  ]);
  expect(structuralProblems(schema, 'field')).toEqual([]);
});
