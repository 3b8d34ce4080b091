import { expect, test } from 'vitest';
import { createMetricsRegistry } from '../../../../src/runtime/metrics/registry.js';
import { webhookMetrics } from '../../../../src/runtime/webhook/server/webhook-metrics.js';

test('§9.1.8 counts calls under the names of controller-runtime', async () => {
  const registry = createMetricsRegistry({ process: false });
  const metrics = webhookMetrics(registry);
  metrics.served?.('/a');

  metrics.started('/a');
  metrics.started('/a');
  metrics.finished('/a', 200, 0.02);
  metrics.panicked('/a', 'admission');

  const text = await registry.text();
  expect(text).toContain('controller_runtime_webhook_requests_total{webhook="/a",code="200"} 1');
  expect(text).toContain('controller_runtime_webhook_requests_total{webhook="/a",code="500"} 0');
  expect(text).toContain('controller_runtime_webhook_requests_in_flight{webhook="/a"} 1');
  expect(text).toContain('controller_runtime_webhook_latency_seconds_count{webhook="/a"} 1');
  expect(text).toContain('controller_runtime_webhook_panics_total 1');
  expect(text).toContain('controller_runtime_conversion_webhook_panics_total 0');
});
