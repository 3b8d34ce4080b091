import { expect, test } from 'vitest';
import { is } from '../../../../src/runtime/client/requests/api-error.js';
import { notFoundError, partitionsFor } from '../../../../src/runtime/cache/informers/informer-read.js';
import type { Partition } from '../../../../src/runtime/cache/informers/partition.js';
import { dynamicKind } from '../../../../src/runtime/object/kind.js';
import { Thing } from '../thing.js';

const parts = (...namespaces: string[]) =>
  namespaces.map(
    (namespace) => ({ namespace, covers: (name: string) => namespace === '' || namespace === name }) as Partition,
  );

test.each([
  [['a', 'b'], 'a', ['a']],
  [['a', ''], 'a', ['a']],
  [['a', ''], 'z', ['']],
  [['a', 'b'], undefined, ['a', 'b']],
])('§3.7.3 of the parts %j those for namespace %s are %j', (namespaces, namespace, expected) => {
  expect(partitionsFor(Thing, parts(...namespaces), namespace).map((part) => part.namespace)).toEqual(expected);
});

test('§3.8.5 not found names the resource and the key', () => {
  const error = notFoundError(Thing, { namespace: 'ns', name: 'a' });

  expect(is.notFound(error)).toBe(true);
  expect(error.message).toBe('things.example.com "a" not found in namespace "ns" of the cache');
});

test('§3.8 not found of a dynamic kind names the kind', () => {
  expect(notFoundError(dynamicKind(Thing.gvk), { name: 'a' }).message).toBe(
    'thing.example.com "a" not found in the cache',
  );
});
