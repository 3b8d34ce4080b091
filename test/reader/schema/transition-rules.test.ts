import { expect, test } from 'vitest';
import { makeCorrelator } from '../../../src/reader/schema/transition-rules.js';
import type { JsonSchema } from '../../../src/model/schema.js';

const core: JsonSchema = Object.freeze({
  type: 'string',
  'x-kubernetes-validations': [{ rule: 'self == oldSelf' }, { rule: 'self != ""' }],
});

test('rules of Kubernetes about old values go where items have no identity', () => {
  expect(makeCorrelator()({ type: 'array', items: core })).toEqual({
    type: 'array',
    items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self != ""' }] },
  });
});

test.each<[string, JsonSchema]>([
  ['in properties', { type: 'object', properties: { a: core } }],
  ['in lists with keys', { type: 'array', 'x-kubernetes-list-type': 'map', items: core }],
  ['of users', { type: 'array', items: { 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } }],
])('rules %s stay', (_, schema) => {
  expect(makeCorrelator()(schema)).toBe(schema);
});
