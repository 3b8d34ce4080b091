import { expect, test } from 'vitest';
import { createMetricsRegistry } from '../../../../src/runtime/metrics/registry.js';
import { certificateMetrics } from '../../../../src/runtime/webhook/certificates/certificate-metrics.js';

test('two servers count into the same numbers, under the names of controller-runtime', async () => {
  const registry = createMetricsRegistry({ process: false });
  const [webhooks, metrics] = [certificateMetrics(registry), certificateMetrics(registry)];

  webhooks.read();
  metrics.read();
  metrics.failed();

  const text = await registry.text();
  expect(text).toContain('certwatcher_read_certificate_total 2');
  expect(text).toContain('certwatcher_read_certificate_errors_total 1');
});
