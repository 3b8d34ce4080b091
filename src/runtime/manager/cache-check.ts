/** Readiness by caches. */
import { is } from '../client/requests/api-error.js';
import type { Cache } from '../cache/cache.js';
import type { Check } from '../health/checks.js';

/**
 * Fails until every informer has been filled once, of those that the start needs: one whose kind is not installed does not
 * count, and neither does one that a read has asked for. What is asked for later is reported by the log and by
 * `cache.health`; it says nothing about what runs already.
 */
export function cacheCheck(clusters: () => readonly { readonly cache: Cache }[]): Check {
  let hasBeenReady = false;
  return () => {
    if (hasBeenReady) return;
    const needed = clusters().flatMap(({ cache }) => cache.health.filter(({ isOnlyRead }) => !isOnlyRead));
    const behind = needed.filter(({ state, silentMs, lastError }) => {
      if (state === 'syncing') return true;
      const hasNeverAnswered = state === 'failing' && silentMs === undefined;
      return hasNeverAnswered && !is.notFound(lastError) && !is.noMatch(lastError);
    });
    if (behind.length > 0) throw new Error(`waiting for the caches of ${behind.map(({ kind }) => kind).join(', ')}`);
    // Before the start there is nothing to wait for, and nothing is ready.
    hasBeenReady = needed.length > 0;
  };
}
