import { expect, test } from 'vitest';
import { isInScope, namespaceOf } from '../../../../src/runtime/cache/writes/read-scope.js';

test.each([
  ['ns/a', { key: 'ns/a' }, true],
  ['ns/a', { key: 'ns/b' }, false],
  ['ns/a', { namespace: 'ns' }, true],
  ['ns/a', { namespace: 'n' }, false],
  ['ns/a', { namespace: undefined }, true],
  ['node', { namespace: undefined }, true],
])('%s in a read of %j: %s', (key, scope, expected) => {
  expect(isInScope(key, scope)).toBe(expected);
});

test('a cluster-scoped object has no namespace', () => {
  expect([namespaceOf('node'), namespaceOf('ns/a')]).toEqual(['', 'ns']);
});
