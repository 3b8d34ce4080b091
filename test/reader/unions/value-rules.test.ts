import { expect, test } from 'vitest';
import { valueRules } from '../../../src/reader/unions/value-rules.js';
import { fieldSchema } from '../read-source.js';

async function rulesOf(type: string): Promise<(string | undefined)[]> {
  return ((await fieldSchema(type))?.['x-kubernetes-validations'] ?? []).map(({ rule }) => rule);
}

test('each branch takes its own kind of value', async () => {
  expect(await rulesOf("{ kind: 'a'; v: string } | { kind: 'b'; v: number }")).toEqual([
    '!(self.kind == "a") || type(self.v) == string',
    '!(self.kind == "b") || type(self.v) == int',
  ]);
});

test('a property that may be left out is looked at when it is set', async () => {
  expect(await rulesOf('{ a: string; v?: string } | { b: string; v: number }')).toContain(
    '!has(self.a) || !has(self.v) || type(self.v) == string',
  );
});

test('a property with one kind of value needs no rule', () => {
  const branch = { properties: { v: { type: 'string' } } } as const;

  expect(valueRules([branch, branch], { v: { type: 'string' } }, () => 'true')).toEqual([]);
});
