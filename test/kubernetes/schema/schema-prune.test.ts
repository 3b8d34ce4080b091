import { expect, test } from 'vitest';
import { pruneUnknown } from '../../../src/kubernetes/schema/schema-prune.js';

test('fields that the schema does not know are dropped and listed', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } } },
  };

  expect(pruneUnknown({ a: [{ b: 'x', c: 1 }], d: {} }, schema)).toEqual({
    pruned: { a: [{ b: 'x' }] },
    unknown: ['a[0].c', 'd'],
  });
});

test('an open object keeps what it does not know', () => {
  const object = { a: { b: 1 } };

  expect(pruneUnknown(object, { type: 'object', 'x-kubernetes-preserve-unknown-fields': true })).toEqual({
    pruned: object,
    unknown: [],
  });
});
