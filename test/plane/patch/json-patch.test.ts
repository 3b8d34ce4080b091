import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cloneJson, jsonEqual, type JsonValue } from '../../../src/kubernetes/json/json-value.js';
import { jsonPatch, mergePatch } from '../../../src/plane/patch/json-patch.js';
import { PatchFailure } from '../../../src/plane/patch/patch-place.js';

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

test.each([
  [
    { op: 'remove', path: '/missing' },
    "error in remove for path: '/missing': Unable to remove nonexistent key: missing: missing value",
  ],
  [
    { op: 'remove', path: '/missing/a' },
    'remove operation does not apply: doc is missing path: "/missing/a": missing value',
  ],
  [
    { op: 'remove', path: '/list/2' },
    "error in remove for path: '/list/2': Unable to access invalid index: 2: invalid index referenced",
  ],
  [{ op: 'add', path: '' }, 'add operation does not apply: doc is missing path: "": missing value'],
  [
    { op: 'add', path: '/list/3', value: 1 },
    "error in add for path: '/list/3': Unable to access invalid index: 3: invalid index referenced",
  ],
  [
    { op: 'add', path: '/list/x', value: 1 },
    `error in add for path: '/list/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
  ],
  [
    { op: 'replace', path: '/list/2', value: 1 },
    'replace operation does not apply: doc is missing key: /list/2: missing value',
  ],
  [
    { op: 'move', from: '/missing/a', path: '/b' },
    'move operation does not apply: doc is missing from path: /missing/a: missing value',
  ],
  [
    { op: 'copy', from: '/list/9', path: '/b' },
    "error in copy for from: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  ],
  [
    { op: 'test', path: '/missing/a', value: 1 },
    'test operation does not apply: is missing path: /missing/a: missing value',
  ],
  [{ op: 'test', path: '/a', value: 2 }, 'testing value /a failed: test failed'],
  [{ op: 'merge', path: '/a' }, 'Unexpected kind: merge'],
])('%j fails as in kube-apiserver', (operation, message) => {
  expect(() => jsonPatch({ a: 1, list: ['a', 'b'] }, [operation])).toThrow(new PatchFailure(message));
});

test('negative indices count from the end', () => {
  const operations = [
    { op: 'add', path: '/-1', value: 'last' },
    { op: 'remove', path: '/-3' },
    { op: 'replace', path: '/-1', value: 'z' },
  ];

  expect(jsonPatch(['a', 'b'], operations)).toEqual(['b', 'z']);
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
