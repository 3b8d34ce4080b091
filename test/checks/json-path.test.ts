import { expect, test } from 'vitest';
import { followPath } from '../../src/checks/json-path.js';
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
  ['.status.list[-1:].s'],
  ['.status.list[-1].s'],
  ['.status.list[0:2].s'],
  ['.status.list[::2].s'],
  ['.status.list[?(@.type=="a]b)")].s'],
  [".status.list[?(@.type=='Ready')].s"],
  ['.status.list[?(@.s)].s'],
  [String.raw`.spec.labels.app\.kubernetes\.io/name`],
])('%s leads to a schema', (path) => {
  expect(followPath(root, path).kind).toBe('schema');
});

test.each([
  ['.metadata.creationTimestamp', 'unknown'],
  ['.spec.m', 'missing'],
  [".['spec'].n", 'missing'],
  ['spec.n', 'wrong'],
  ['.spec.n!', 'missing'],
  ['.spec.toString', 'missing'],
  ['.status..s', 'unknown'],
  ['.status.*', 'unknown'],
  [".spec['n','labels']", 'unknown'],
  ['.status.list[0,1].s', 'unknown'],
  ['.spec["n"]', 'wrong'],
  ['.status.list[a].s', 'wrong'],
  ['.status.list[?(@.type=="Ready")', 'wrong'],
  ['.status.list[0', 'wrong'],
])('%s is %s', (path, kind) => {
  expect(followPath(root, path).kind).toBe(kind);
});
