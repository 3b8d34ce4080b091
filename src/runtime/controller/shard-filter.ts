/** Keeps requests from a controller that works on a part of its kind. */
import type { Cache } from '../cache/cache.js';
import { InformerCache } from '../cache/informers/informer-cache.js';
import { keyOf } from '../cache/store/object-key.js';
import type { KindInfo } from '../object/kind.js';
import type { Reason, Request } from './reconcile.js';

/**
 * Lets through what the cache of the kind contains, and the deletion of what it contained. Any other request is about an
 * object that another replica works on, or that does not exist, and of which the watch of the kind will tell if it
 * comes. Everything passes when the kind is not shared among replicas.
 */
export function shardFilter(
  kind: KindInfo,
  cacheOf: (cluster: string | undefined) => Cache | undefined,
): (request: Request, reason: Reason | undefined) => boolean {
  const shared = (cluster: string | undefined): InformerCache | undefined => {
    const cache = cacheOf(cluster);
    return cache instanceof InformerCache && cache.shardOf(kind) ? cache : undefined;
  };
  return (request, reason) => {
    const cache = shared(request.cluster);
    if (!cache) return true;
    const key = keyOf(request);
    const isOwnDeletion = reason?.event === 'delete' && reason.kind === kind.gvk.kind && reason.object === key;
    return isOwnDeletion || cache.contains(kind, key);
  };
}
