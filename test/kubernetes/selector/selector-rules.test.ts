import { expect, test } from 'vitest';
import { findings } from '../../../src/kubernetes/field.js';
import { isReadable, labelSelector } from '../../../src/kubernetes/selector/selector-rules.js';

test.each([
  [{ matchLabels: { app: 'x' } }, []],
  [{ matchLabels: { 'a b': 'c d' } }, ['s.matchLabels', 's.matchLabels']],
  [{ matchExpressions: [{ key: 'a', operator: 'In' }] }, ['s.matchExpressions[0].values']],
  [{ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] }, ['s.matchExpressions[0].values']],
  [
    { matchExpressions: [{ key: '', operator: 'Gt' }] },
    ['operator', 'key', 'key'].map((end) => `s.matchExpressions[0].${end}`),
  ],
])('the selector %j has findings at %j', (selector, fields) => {
  expect(findings(selector, 's', labelSelector).map(({ field }) => field)).toEqual(fields);
});

test('invalid values may stay where they were before an update', () => {
  const selector = { matchExpressions: [{ key: 'a', operator: 'In', values: ['not valid'] }] };

  expect(findings(selector, 's', labelSelector)).toHaveLength(1);
  expect(findings(selector, 's', (field) => labelSelector(field, { allowsInvalidValues: true }))).toEqual([]);
});

test.each([
  [{}, true],
  [{ matchLabels: { app: 'x' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }, true],
  [{ matchLabels: { app: 'not valid' } }, false],
  [{ matchExpressions: [{ key: 'a', operator: 'In', values: [] }] }, false],
  [{ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] }, false],
  [{ matchExpressions: [{ key: 'a b', operator: 'Exists' }] }, false],
])('whether %j can be parsed: %s', (selector, expected) => {
  const seen: boolean[] = [];
  findings(selector, 's', (field) => seen.push(isReadable(field)));

  expect(seen).toEqual([expected]);
});
