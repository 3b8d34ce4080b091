import { expect, test } from 'vitest';
import { isInShard } from '../../../src/runtime/cache/shard.js';

test('every key is in exactly one shard, and shards are of similar size', () => {
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
