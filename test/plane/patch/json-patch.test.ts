import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cloneJson, jsonEqual, type JsonValue } from '../../../src/kubernetes/json/json-value.js';
import { jsonPatch, mergePatch, PatchFailure } from '../../../src/plane/patch/json-patch.js';

test('operations act in order and leave the original alone', () => {
  const target = { list: ['a', 'b'], map: { 'x/y': 1, '~': 2 } };

  const result = jsonPatch(target, [
    { op: 'add', path: '/list/1', value: 'n' },
    { op: 'add', path: '/list/-', value: 'z' },
    { op: 'remove', path: '/map/x~1y' },
    { op: 'copy', from: '/map/~0', path: '/map/copy' },
    { op: 'move', from: '/list/0', path: '/first' },
    { op: 'test', path: '/first', value: 'a' },
  ]);

  expect(result).toEqual({ list: ['n', 'b', 'z'], map: { '~': 2, copy: 2 }, first: 'a' });
  expect(target).toEqual({ list: ['a', 'b'], map: { 'x/y': 1, '~': 2 } });
});

test.each([
  [{ op: 'remove', path: '/missing' }],
  [{ op: 'test', path: '/a', value: 2 }],
  [{ op: 'add', path: '/missing/a', value: 1 }],
  [{ op: 'move', from: '/missing', path: '/b' }],
])('%j fails', (operation) => {
  expect(() => jsonPatch({ a: 1 }, [operation])).toThrow(PatchFailure);
});

const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;

test('a merge patch twice is the same as once, and holds no null', () => {
  fc.assert(
    fc.property(json, fc.dictionary(fc.string(), json), (target, patch) => {
      const once = mergePatch(target, patch);
      expect(jsonEqual(mergePatch(once, patch), once)).toBe(true);
    }),
  );
});

test('a copy equals its original and shares nothing', () => {
  fc.assert(
    fc.property(json, (value) => {
      const copy = cloneJson(value);
      expect(jsonEqual(copy, value)).toBe(true);
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
    }),
  );
});
