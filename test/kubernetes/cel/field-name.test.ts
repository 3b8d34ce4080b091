import { expect, test } from 'vitest';
import { escapeCelName, isCelReachable } from '../../../src/kubernetes/cel/field-name.js';

test.each([
  ['plain', 'plain'],
  ['my-field', 'my__dash__field'],
  ['a.b/c', 'a__dot__b__slash__c'],
  ['a__b', 'a__underscores__b'],
  ['namespace', '__namespace__'],
  ['if', '__if__'],
])('%s → %s', (name, escaped) => {
  expect(escapeCelName(name)).toBe(escaped);
});

test.each([
  ['a', true],
  ['1a', false],
  ['a b', false],
])('%s can be reached: %s', (name, expected) => {
  expect(isCelReachable(name)).toBe(expected);
});
