/** Readiness by caches. */
import { is } from '../client/api-error.js';
import type { Cache } from '../cache/cache.js';
import type { Check } from '../health/checks.js';

/** Fails until every informer has been filled. One whose kind is not installed does not count. */
export function cacheCheck(clusters: () => readonly { readonly cache: Cache }[]): Check {
  return () => {
    const behind = clusters()
      .flatMap(({ cache }) => cache.health)
      .filter(({ state, silentMs, lastError }) => {
        if (state === 'syncing') return true;
        const hasNeverAnswered = state === 'failing' && silentMs === undefined;
        return hasNeverAnswered && !is.notFound(lastError) && !is.noMatch(lastError);
      });
    if (behind.length > 0) throw new Error(`waiting for the caches of ${behind.map(({ kind }) => kind).join(', ')}`);
  };
}
