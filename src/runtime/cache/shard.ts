/** Sharing the objects of one kind among several replicas. */

/**
 * True when `key` belongs to shard `index` of `count`. Every key belongs to exactly one.
 * @example
 * ```ts
 * const shards = [0, 1, 2].filter((index) => isInShard('default/welcome', { index, count: 3 }));
 * console.log(shards.length); // 1
 * ```
 */
export function isInShard(key: string, shard: { readonly index: number; readonly count: number }): boolean {
  return hashOf(key) % shard.count === shard.index;
}

/** FNV-1a, 32 bits, over UTF-16 code units: the same on every machine. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // The low bits of FNV are weak for short keys.
  hash ^= hash >>> 15;
  return hash >>> 0;
}
