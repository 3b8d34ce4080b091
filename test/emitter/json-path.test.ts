import { expect, test } from 'vitest';
import { followPath } from '../../src/emitter/json-path.js';
import type { JsonSchema } from '../../src/model/schema.js';

const root: JsonSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { n: { type: 'integer' }, labels: { type: 'object', additionalProperties: { type: 'string' } } },
    },
    status: {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'object', properties: { s: { type: 'string' } } } } },
    },
  },
};

test.each([
  ['.spec.n'],
  ['.spec.labels.app'],
  ['.status.list[?(@.type=="Ready")].s'],
  ['.status.list[0].s'],
  ['.status.list[*].s'],
  [".spec['n']"],
])('%s leads to a schema', (path) => {
  expect(followPath(root, path).kind).toBe('schema');
});

test.each([
  ['.metadata.creationTimestamp', 'unknown'],
  ['.spec.m', 'missing'],
  ['spec.n', 'wrong'],
  ['.spec.n!', 'wrong'],
])('%s is %s', (path, kind) => {
  expect(followPath(root, path).kind).toBe(kind);
});
