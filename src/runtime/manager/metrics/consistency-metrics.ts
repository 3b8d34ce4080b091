/** Metrics of a cache other than reads: waits for own writes, under controller-runtime's name, applies, and failed watches. */
import type { CacheOptions, ConsistencyWait } from '../../cache/cache.js';
import type { ApplyListener } from '../../cache/writes/unchanged-apply.js';
import { findApiError } from '../../client/requests/api-error.js';
import type { MetricsRegistry } from '../../metrics/registry.js';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 6, 8, 10];

/** Observes waits in `registry`. */
export function consistencyMetrics(registry: MetricsRegistry): (wait: ConsistencyWait) => void {
  const duration = registry.histogram({
    name: 'controller_runtime_client_consistency_wait_duration_seconds',
    help: 'Seconds that reads wait until the cache has seen own writes',
    labels: ['operation', 'result'],
    buckets: SECONDS,
  });
  return ({ operation, result, seconds }) => duration.observe(seconds, { operation, result });
}

/** Counts applies in `registry`; those that would change nothing are not sent. */
export function applyMetrics(registry: MetricsRegistry): ApplyListener {
  const total = registry.counter({
    name: 'kbts_client_apply_total',
    help: 'Server-side applies by kind: sent, or unchanged and so not sent',
    labels: ['kind', 'result'],
  });
  return ({ kind, result }) => total.increment({ kind, result });
}

/** Options of a cache whose failed lists and watches are counted in `registry`. */
export function watchMetrics(registry: MetricsRegistry, options: CacheOptions = {}): CacheOptions {
  const total = registry.counter({
    name: 'kbts_watch_errors_total',
    help: 'Lists and watches of the cache that failed and are tried again after a pause, by kind and status code',
    labels: ['kind', 'code'],
  });
  return {
    ...options,
    onWatchError(error, about) {
      const { code = 0 } = findApiError(error) ?? {};
      // A server may send any number; only those of HTTP become labels.
      const isStatus = Number.isInteger(code) && code >= 400 && code < 600;
      total.increment({ kind: about.kind.gvk.kind, code: isStatus ? String(code) : '<error>' });
      options.onWatchError?.(error, about);
    },
  };
}
