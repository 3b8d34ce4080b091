/** The public surface of `kbts/runtime/cache`: a cache without a manager, and what goes with it. */
export { type CacheParts, createCache } from '../cache/cache.js';
export { isInShard } from '../cache/informers/shard.js';
export { keyOf } from '../cache/store/object-key.js';
