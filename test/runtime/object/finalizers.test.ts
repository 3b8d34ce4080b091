import { expect, test } from 'vitest';
import { finalizers } from '../../../src/runtime/object/finalizers.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';

function object(...names: string[]): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', finalizers: names } };
}

test('§8.3.1 add says whether the list changed', () => {
  const pod = object('a.b/c');

  expect(finalizers.add(pod, 'my.domain/x')).toBe(true);
  expect(finalizers.add(pod, 'my.domain/x')).toBe(false);
  expect(pod.metadata.finalizers).toEqual(['a.b/c', 'my.domain/x']);
});

test('§8.3.1 remove deletes duplicates too', () => {
  const pod = object('my.domain/x', 'a.b/c', 'my.domain/x');

  expect(finalizers.remove(pod, 'my.domain/x')).toBe(true);
  expect(finalizers.remove(pod, 'my.domain/x')).toBe(false);
  expect(pod.metadata.finalizers).toEqual(['a.b/c']);
});

test('add replaces the list and leaves the old one as it was', () => {
  const shared = ['a.b/c'];
  const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { finalizers: shared } };

  finalizers.add(pod, 'my.domain/x');

  expect(shared).toEqual(['a.b/c']);
});

test.each(['cleanup', 'My.Domain/x', 'a.b/', '/x', 'a.b/x y'])('refuses %j as a finalizer', (name) => {
  expect(() => finalizers.add(object(), name)).toThrow('my.domain/name');
});
