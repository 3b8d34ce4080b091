import { expect, test } from 'vitest';
import { isList, isMap, valueAt } from '../../src/ship/json.js';

test('valueAt follows keys of maps, and nothing else', () => {
  expect(valueAt({ a: { b: [1] } }, 'a', 'b')).toEqual([1]);
  expect(valueAt({ a: [{ b: 1 }] }, 'a', 'b')).toBeUndefined();
  expect(valueAt(undefined, 'a')).toBeUndefined();
});

test('null and lists are no maps', () => {
  expect([isMap(null), isMap([]), isMap({}), isList([]), isList({})]).toEqual([false, false, true, true, false]);
});
