import { expect, test } from 'vitest';
import { mergeFrom } from '../../../../src/runtime/client/writes/merge-from.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';

const before: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', resourceVersion: '5', labels: { x: '1' } },
};

test('§4.4.1 only the difference is sent, with the version when locked', () => {
  const after = { ...before, metadata: { ...before.metadata, labels: { y: '2' } } };

  expect(mergeFrom(before, after)).toEqual({ type: 'merge', body: { metadata: { labels: { x: null, y: '2' } } } });
  expect(mergeFrom(before, after, { optimisticLock: true })).toEqual({
    type: 'merge',
    body: { metadata: { labels: { x: null, y: '2' }, resourceVersion: '5' } },
  });
});

test('§4.4.1 no difference is no patch, locked or not', () => {
  expect(mergeFrom(before, { ...before }, { optimisticLock: true })).toBeUndefined();
});

test('§4.4.2 a lock without a version is an error', () => {
  const fresh: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };

  expect(() => mergeFrom(fresh, { ...fresh, metadata: { name: 'b' } }, { optimisticLock: true })).toThrow(
    'resourceVersion',
  );
});
