import { expect, test } from 'vitest';
import { combineObjects } from '../../../src/reader/unions/object-union.js';
import type { JsonSchema } from '../../../src/model/schema.js';

const branch = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const text: JsonSchema = { type: 'string' };

test('a tag decides what may and must be set', () => {
  const result = combineObjects([
    branch({ kind: { type: 'string', enum: ['a'] }, x: text }, ['kind', 'x']),
    branch({ kind: { type: 'string', enum: ['b'] } }, ['kind']),
  ]);

  expect(result).toEqual({
    kind: 'schema',
    schema: {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['a', 'b'] }, x: text },
      required: ['kind'],
      'x-kubernetes-validations': [
        { rule: '!has(self.x) || self.kind == "a"', message: 'x may only be set when kind is a' },
        { rule: '!(self.kind == "a") || has(self.x)', message: 'x is required when kind is a' },
      ],
    },
  });
});

test('names that CEL reserves are escaped', () => {
  const result = combineObjects([branch({ 'my-a': text }, ['my-a']), branch({ namespace: text }, ['namespace'])]);

  expect(JSON.stringify(result)).toContain('(has(self.my__dash__a)?1:0)+(has(self.__namespace__)?1:0) == 1');
});

test('a property of different types is refused', () => {
  expect(
    combineObjects([
      branch({ k: { type: 'string', enum: ['a'] }, x: text }, ['k']),
      branch({ k: { type: 'string', enum: ['b'] }, x: { type: 'boolean' } }, ['k']),
    ]).kind,
  ).toBe('problem');
});

const maybeText: JsonSchema = { type: 'string', nullable: true };

test('what may be null is required by a check, because has() is false for null', () => {
  const result = combineObjects([
    branch({ kind: { type: 'string', enum: ['a'] }, x: maybeText }, ['kind', 'x']),
    branch({ kind: { type: 'string', enum: ['b'] } }, ['kind']),
  ]);

  expect(result).toMatchObject({
    schema: {
      anyOf: [
        { properties: { kind: { enum: ['a'] } }, required: ['x'] },
        { properties: { kind: { enum: ['b'] } }, not: { required: ['x'] } },
      ],
      'x-kubernetes-validations': [{ rule: '!has(self.x) || self.kind == "a"' }],
    },
  });
});

test('branches that a nullable property tells apart are told apart by checks alone', () => {
  const result = combineObjects([branch({ a: maybeText, c: text }, ['a']), branch({ b: text }, ['b'])]);

  expect(result).toEqual({
    kind: 'schema',
    schema: {
      type: 'object',
      properties: { a: maybeText, c: text, b: text },
      anyOf: [
        { required: ['a'], not: { required: ['b'] } },
        { required: ['b'], not: { anyOf: [{ required: ['a'] }, { required: ['c'] }] } },
      ],
    },
  });
});

test('a rule of a branch that a nullable property tells apart is refused: it could not see null', () => {
  const ruled = { ...branch({ a: maybeText }, ['a']), 'x-kubernetes-validations': [{ rule: 'true' }] };

  expect(combineObjects([ruled, branch({ b: text }, ['b'])]).kind).toBe('problem');
});
