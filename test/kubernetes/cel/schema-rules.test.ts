import { expect, test } from 'vitest';
import { schemaRules } from '../../../src/kubernetes/cel/schema-rules.js';

test('every rule of a schema has its place and its cost in a whole object', () => {
  const rule = { rule: 'self > 1' };
  const number = { type: 'integer', 'x-kubernetes-validations': [rule] };
  const rules = schemaRules({
    type: 'object',
    properties: {
      one: number,
      few: { type: 'array', maxItems: 5, items: number },
      many: { type: 'array', items: number },
      map: { type: 'object', maxProperties: 3, additionalProperties: { type: 'array', maxItems: 2, items: number } },
    },
  });

  expect(rules.map(({ place, cost, uncorrelated }) => [place, cost, uncorrelated])).toEqual([
    ['properties[one]', 2, undefined],
    ['properties[few].items', 10, 'properties[few]'],
    ['properties[many].items', 2 * Math.floor((3 * 1024 * 1024) / 2), 'properties[many]'],
    ['properties[map].additionalProperties.items', 12, 'properties[map].additionalProperties'],
  ]);
});

test('rules on values of any type see nothing', () => {
  const [placed] = schemaRules({
    type: 'object',
    properties: {
      any: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'true' }] },
    },
  });

  expect(placed?.compiled).toBeUndefined();
});

test('items of list maps and members of atomic objects have an old value', () => {
  const item = {
    type: 'object',
    properties: { k: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } },
  };
  const placed = schemaRules({
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    properties: {
      list: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items: item },
    },
  });

  expect(placed.map(({ uncorrelated, compiled }) => [uncorrelated, compiled?.usesOldSelf])).toEqual([
    [undefined, true],
  ]);
});
