import { expect, test } from 'vitest';
import { nearest } from '../../src/markers/suggest.js';

test.each([
  ['minimun', 'minimum'],
  ['LISTTYPE', 'listType'],
  ['zzzzzz', undefined],
])('%s → %s', (name, expected) => {
  expect(nearest(name, ['minimum', 'maximum', 'listType'])).toBe(expected);
});
