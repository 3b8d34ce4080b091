import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';
import { celErrors } from '../../../src/kubernetes/schema/cel-rules.js';
import type { SchemaNode } from '../../../src/kubernetes/schema/schema-node.js';

function broken(rule: string, spec: unknown, properties: Record<string, SchemaNode>, old?: unknown): string[] {
  const schema: SchemaNode = {
    type: 'object',
    properties: { spec: { type: 'object', properties, 'x-kubernetes-validations': [{ rule }] } },
  };
  const object = (value: unknown): ApiObject =>
    ({ apiVersion: 'v1', kind: 'X', metadata: {}, spec: value }) as ApiObject;
  return celErrors(object(spec), old === undefined ? undefined : object(old), schema).map(({ message }) => message);
}

const text: SchemaNode = { type: 'string' };
const number: SchemaNode = { type: 'integer' };
const list: SchemaNode = { type: 'array', items: { type: 'string' } };

describe('CEL rules', () => {
  test.each<[string, unknown, Record<string, SchemaNode>]>([
    ['self.a.startsWith("x") && self.a.size() == 2', { a: 'xy' }, { a: text }],
    ['self.n % 2 == 0 && self.n > 1', { n: 4 }, { n: number }],
    ['!has(self.b) || self.b == "x"', {}, { b: text }],
    ['self.l.all(x, x.matches("^[a-z]+$"))', { l: ['a', 'b'] }, { l: list }],
    ['self.l.exists_one(x, x == "a")', { l: ['a', 'b'] }, { l: list }],
    ['self.l.isSorted() && self.l.indexOf("b") == 1', { l: ['a', 'b'] }, { l: list }],
    ['quantity(self.a).isGreaterThan(quantity("1Gi"))', { a: '2Gi' }, { a: text }],
    ['isURL(self.a) && url(self.a).getScheme() == "https"', { a: 'https://x.y/z' }, { a: text }],
    ['isIP(self.a) && cidr("10.0.0.0/8").containsIP(self.a)', { a: '10.1.2.3' }, { a: text }],
    ['self.a.find("[0-9]+") == "12"', { a: 'ab12' }, { a: text }],
    ['self.?a.orValue("d") == "d"', {}, { a: text }],
    [
      'self.__namespace__ == "x" && self.a__dash__b == 1',
      { namespace: 'x', 'a-b': 1 },
      { namespace: text, 'a-b': number },
    ],
    [
      'timestamp("2024-01-01T00:00:00Z") < self.t',
      { t: '2024-02-01T00:00:00Z' },
      { t: { type: 'string', format: 'date-time' } },
    ],
    ['self.m["x"] == "y" && "x" in self.m', { m: { x: 'y' } }, { m: { type: 'object', additionalProperties: text } }],
    ['[self.n].all(n, n + n == 6)', { n: 3 }, { n: number }],
  ])('%s holds', (rule, spec, properties) => {
    expect(broken(rule, spec, properties)).toEqual([]);
  });

  test('transition rules run on updates only', () => {
    const rule = 'self.a == oldSelf.a';

    expect(broken(rule, { a: 'x' }, { a: text })).toEqual([]);
    expect(broken(rule, { a: 'x' }, { a: text }, { a: 'y' })).toEqual([
      'Invalid value: failed rule: self.a == oldSelf.a',
    ]);
  });

  test('a rule that cannot be evaluated is broken', () => {
    expect(broken('self.a == "x"', {}, { a: text })).toHaveLength(1);
  });

  test('what an update does not touch is not judged again', () => {
    expect(broken('self.n > 5', { n: 1 }, { n: number }, { n: 1 })).toEqual([]);
  });
});

test('rules of nullable fields do not judge nulls, and a null before a change counts as no value', () => {
  const name: SchemaNode = { ...text, nullable: true, 'x-kubernetes-validations': [{ rule: "self.startsWith('a')" }] };
  expect(broken('true', { name: null }, { name })).toEqual([]);
  expect(broken('true', { name: 'b' }, { name })).toHaveLength(1);
  const fixed: SchemaNode = { ...text, nullable: true, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] };
  expect(broken('true', { fixed: 'a' }, { fixed }, { fixed: null })).toEqual([]);
  expect(broken('true', { fixed: 'b' }, { fixed }, { fixed: 'a' })).toHaveLength(1);
});

test('values that an update does not touch are judged only by rules that compare with the old value', () => {
  const grown: SchemaNode = {
    ...number,
    'x-kubernetes-validations': [{ rule: 'self > oldSelf' }, { rule: 'self > 5' }],
  };
  expect(broken('true', { grown: 2 }, { grown }, { grown: 2 })).toEqual([
    'Invalid value: 2: failed rule: self > oldSelf',
  ]);
});

describe('rules that cost too much', () => {
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  const folds = (depth: number): string =>
    Array.from({ length: depth }).reduce<string>((body, _, level) => `self.n.all(v${level}, ${body})`, 'true');
  const rules = (...all: { rule: string; messageExpression?: string }[]): string[] => {
    const schema: SchemaNode = {
      type: 'object',
      properties: { n: { type: 'array', items: number } },
      'x-kubernetes-validations': all,
    };
    return celErrors({ n: numbers }, undefined, schema).map(({ message }) => message);
  };

  test('end the validation, alone and together', () => {
    const dear = folds(4);

    expect(rules({ rule: 'false' }, { rule: dear }, { rule: 'self.n.size() == 0' })).toEqual([
      'Invalid value: failed rule: false',
      `Invalid value: "object": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${dear}`,
    ]);
    expect(rules(...Array.from({ length: 15 }, () => ({ rule: folds(3) })))).toEqual([
      'Invalid value: "object": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });

  test('so do message expressions', () => {
    const dear = `${folds(4)} ? 'a' : 'b'`;

    expect(rules({ rule: 'false', messageExpression: dear }, { rule: 'false' })).toEqual([
      `Invalid value: "object": no further validation rules will be run due to call cost exceeds limit for messageExpression: ${JSON.stringify(dear)}`,
    ]);
  });
});
