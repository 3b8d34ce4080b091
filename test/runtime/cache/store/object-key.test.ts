import { expect, test } from 'vitest';
import { keyOf, parseKey } from '../../../../src/runtime/cache/store/object-key.js';

test.each([
  [{ namespace: 'ns', name: 'a' }, 'ns/a'],
  [{ name: 'a' }, 'a'],
])('§3.4.1 %j ⇄ %s', (key, text) => {
  expect(keyOf(key)).toBe(text);
  expect(parseKey(text)).toEqual(key);
});

test('an empty namespace is none', () => {
  expect(keyOf({ namespace: '', name: 'a' })).toBe('a');
});

test('an object is named by its metadata', () => {
  expect(keyOf({ apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'ns', name: 'a' } })).toBe('ns/a');
});
