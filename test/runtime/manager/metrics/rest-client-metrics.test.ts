import { expect, test } from 'vitest';
import { restClientMetrics } from '../../../../src/runtime/manager/metrics/rest-client-metrics.js';
import { createMetricsRegistry } from '../../../../src/runtime/metrics/registry.js';

test('§4.8.4 §17.4.5 counts requests by code, method and host, never by path; watches have no duration', async () => {
  const registry = createMetricsRegistry({ process: false });
  const observer = restClientMetrics(registry);
  const exchange = {
    method: 'GET',
    host: 'api:6443',
    code: '200',
    durationMs: 50,
    requestBytes: 10,
    isStream: false,
  } as const;

  observer.exchange?.(exchange);
  observer.exchange?.({ ...exchange, isStream: true });
  observer.retry?.({ method: 'GET', host: 'api:6443', code: '429' });
  observer.responseBytes?.({ method: 'GET', host: 'api:6443', bytes: 300 });
  const text = await registry.text();

  expect(text).toContain('rest_client_requests_total{code="200",method="GET",host="api:6443"} 2');
  expect(text).toContain('rest_client_request_retries_total{code="429",verb="GET",host="api:6443"} 1');
  expect(text).toContain('rest_client_request_duration_seconds_count{verb="GET",host="api:6443"} 1');
  expect(text).toContain('rest_client_response_size_bytes_sum{verb="GET",host="api:6443"} 300');
});
