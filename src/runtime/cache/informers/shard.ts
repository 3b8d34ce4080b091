/** Sharing the objects of one kind among several replicas. */
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { GVK, Scope } from '../../object/kind.js';
import type { ObjectMeta } from '../../object/meta.js';
import type { DeepReadonly } from '../../object/readonly.js';
import { keyOf } from '../store/object-key.js';

/** One of `count` parts, from 0. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The key that decides about the shard of an object: that of its controlling owner, or its own when it has none. */
export function shardKeyOf(metadata: DeepReadonly<ObjectMeta>, scopeOf: (gvk: GVK) => Scope | undefined): string {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (!owner) return keyOf(metadata);
  const isClusterScoped = scopeOf({ ...parseApiVersion(owner.apiVersion), kind: owner.kind }) === 'Cluster';
  return keyOf({ name: owner.name, namespace: isClusterScoped ? undefined : metadata.namespace });
}

/**
 * True when `key` belongs to shard `index` of `count`. Every key belongs to exactly one.
 * @example
 * ```ts
 * const shards = [0, 1, 2].filter((index) => isInShard('default/welcome', { index, count: 3 }));
 * console.log(shards.length); // 1
 * ```
 */
export function isInShard(key: string, shard: Shard): boolean {
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
