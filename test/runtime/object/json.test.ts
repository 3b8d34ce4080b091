import { expect, test } from 'vitest';
import { isRecord } from '../../../src/runtime/object/json.js';

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['text', false],
  [undefined, false],
])('%j as a JSON object: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});
