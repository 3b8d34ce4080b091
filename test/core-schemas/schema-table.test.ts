import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSchemaTable } from '../../src/core-schemas/schema-table.js';

const rules = [{ rule: 'self > 0' }, { rule: 'self == oldSelf' }];
const table = openSchemaTable(
  brotliCompressSync(
    JSON.stringify({
      nodes: [
        { type: 'string' },
        { type: 'object', additionalProperties: 0 },
        { type: 'object', description: 'Metadata.', properties: 0 },
        { type: 'integer', 'x-kubernetes-validations': rules },
        { type: 'array', items: 2, 'x-kubernetes-validations': [{ rule: 'oldSelf.size() == 0' }] },
        { type: 'object', properties: 1, required: ['count'] },
        { anyOf: [0, 3] },
      ],
      maps: [
        { annotations: 1, finalizers: 0, labels: 1, name: 0, namespace: 0 },
        { count: 3, metas: 4, other: 1 },
      ],
      types: { 'a/v1': { Thing: 5, Choice: 6 } },
    }),
  ).toString('base64'),
);

test('puts nodes in the places of their numbers', () => {
  const thing = table.schema('a/v1', 'Thing', {});

  expect(thing?.properties?.['other']).toEqual({ type: 'object', additionalProperties: { type: 'string' } });
  expect(thing?.properties?.['count']).toEqual({ type: 'integer', 'x-kubernetes-validations': rules });
  expect(thing?.properties?.['metas']?.items?.properties?.['labels']).toBe(thing?.properties?.['other']);
  expect(table.schema('a/v1', 'Choice', {})).toEqual({ anyOf: [{ type: 'string' }, thing?.properties?.['count']] });
});

test('leaves out the properties of embedded metadata when asked, and nothing else', () => {
  const thing = table.schema('a/v1', 'Thing', { hasEmbeddedObjectMeta: false });

  expect(thing?.properties?.['metas']?.items).toEqual({ type: 'object', description: 'Metadata.' });
  expect(thing?.properties?.['other']).toBeDefined();
});

test('leaves out transition rules when asked, and keeps the others', () => {
  const thing = table.schema('a/v1', 'Thing', { hasTransitionRules: false });

  expect(thing?.properties?.['count']).toEqual({ type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] });
  expect(thing?.properties?.['metas']).not.toHaveProperty('x-kubernetes-validations');
});

test('gives the same frozen object each time', () => {
  const thing = table.schema('a/v1', 'Thing', {});

  expect(table.schema('a/v1', 'Thing', { hasTransitionRules: true })).toBe(thing);
  expect(Object.isFrozen(thing)).toBe(true);
  expect(Object.isFrozen(thing?.properties)).toBe(true);
  expect(Object.isFrozen(thing?.required)).toBe(true);
});

test('knows no other types', () => {
  expect(table.schema('a/v1', 'Other', {})).toBeUndefined();
  expect(table.schema('b/v1', 'Thing', {})).toBeUndefined();
});
