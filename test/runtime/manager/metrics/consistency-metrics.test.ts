import { expect, test } from 'vitest';
import { applyMetrics, consistencyMetrics } from '../../../../src/runtime/manager/metrics/consistency-metrics.js';
import { createMetricsRegistry } from '../../../../src/runtime/metrics/registry.js';

test('§17.1.3 waits are observed by operation and result', async () => {
  const registry = createMetricsRegistry({ process: false });

  consistencyMetrics(registry)({ operation: 'get', result: 'success', seconds: 0.02 });

  expect(await registry.text()).toContain(
    'controller_runtime_client_consistency_wait_duration_seconds_bucket{le="0.025",operation="get",result="success"} 1',
  );
});

test('applies are counted by kind and result', async () => {
  const registry = createMetricsRegistry({ process: false });

  applyMetrics(registry)({ kind: 'Secret', result: 'unchanged' });

  expect(await registry.text()).toContain('kbts_client_apply_total{kind="Secret",result="unchanged"} 1');
});
