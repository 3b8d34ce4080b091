/** Metrics of requests to the API server, under client-go's names. Never the path: it has no bound. */
import type { TransportObserver } from '../../client/connection/transport.js';
import type { MetricsRegistry } from '../../metrics/registry.js';

const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const BYTES = [64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

/** An observer for a transport that counts into `registry`. Watches count as requests, but have no duration or size. */
export function restClientMetrics(registry: MetricsRegistry): TransportObserver {
  const define = (name: string, help: string, labels: string[]) => ({ name: `rest_client_${name}`, help, labels });
  const total = registry.counter(define('requests_total', 'Requests to the API server', ['code', 'method', 'host']));
  const retries = registry.counter(define('request_retries_total', 'Requests sent again', ['code', 'verb', 'host']));
  const duration = registry.histogram({
    ...define('request_duration_seconds', 'Seconds until the response began', ['verb', 'host']),
    buckets: SECONDS,
  });
  const requestSize = registry.histogram({
    ...define('request_size_bytes', 'Bytes of request bodies', ['verb', 'host']),
    buckets: BYTES,
  });
  const responseSize = registry.histogram({
    ...define('response_size_bytes', 'Bytes of response bodies', ['verb', 'host']),
    buckets: BYTES,
  });
  return {
    exchange({ method, host, code, durationMs, requestBytes, isStream }) {
      total.increment({ code, method, host });
      if (isStream) return;
      duration.observe(durationMs / 1000, { verb: method, host });
      requestSize.observe(requestBytes, { verb: method, host });
    },
    retry: ({ code, method, host }) => retries.increment({ code, verb: method, host }),
    responseBytes: ({ method, host, bytes }) => responseSize.observe(bytes, { verb: method, host }),
  };
}
