import { expect, test } from 'vitest';
import { KNOWN_SCHEMAS } from '../../../src/reader/schema/known-schemas.js';

test.each([
  ['100m', true],
  ['2Gi', true],
  ['1e3', true],
  ['-.5', true],
  ['5 GB', false],
  ['Gi', false],
])('the quantity %s is one: %s', (text, expected) => {
  expect(new RegExp(KNOWN_SCHEMAS['Quantity']?.pattern ?? '').test(text)).toBe(expected);
});
