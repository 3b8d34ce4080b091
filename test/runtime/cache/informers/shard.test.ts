import { expect, test } from 'vitest';
import { isInShard, shardKeyOf } from '../../../../src/runtime/cache/informers/shard.js';

test('§21.1.1 every key is in exactly one shard, and shards are of similar size', () => {
  const sizes = [0, 0, 0, 0];
  for (let index = 0; index < 4000; index++) {
    const shards = sizes.map((_, shard) => isInShard(`default/object-${index}`, { index: shard, count: 4 }));
    expect(shards.filter(Boolean).length).toBe(1);
    sizes[shards.indexOf(true)]!++;
  }

  for (const size of sizes) expect(size).toBeGreaterThan(850);
});

test('the shard of a key is the same in every process', () => {
  expect(isInShard('default/web', { index: 2, count: 7 })).toBe(true);
});

test('the shard of an object is that of its controlling owner', () => {
  const owner = { apiVersion: 'example.com/v1', kind: 'Thing', name: 'web', uid: 'u' };
  const object = {
    namespace: 'ns',
    name: 'part',
    ownerReferences: [
      { ...owner, name: 'other' },
      { ...owner, controller: true },
    ],
  };

  expect(shardKeyOf(object, () => 'Namespaced')).toBe('ns/web');
  expect(
    shardKeyOf(object, ({ group, kind }) => (group === 'example.com' && kind === 'Thing' ? 'Cluster' : undefined)),
  ).toBe('web');
  expect(shardKeyOf({ ...object, ownerReferences: [owner] }, () => undefined)).toBe('ns/part');
  expect(shardKeyOf({ name: 'alone' }, () => undefined)).toBe('alone');
});
