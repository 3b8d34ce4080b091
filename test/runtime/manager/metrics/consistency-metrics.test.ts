import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import {
  applyMetrics,
  consistencyMetrics,
  watchMetrics,
} from '../../../../src/runtime/manager/metrics/consistency-metrics.js';
import { createMetricsRegistry } from '../../../../src/runtime/metrics/registry.js';
import { Thing } from '../../cache/thing.js';

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

test('lists and watches that failed are counted by kind and code, and the option of the user is still called', async () => {
  const registry = createMetricsRegistry({ process: false });
  const told: unknown[] = [];
  const { onWatchError } = watchMetrics(registry, { onWatchError: (error) => told.push(error) });
  const about = { kind: Thing, retryInMs: 800 };

  onWatchError?.(new ApiError({ code: 410, reason: 'Expired' }), about);
  onWatchError?.(new ApiError({ code: 1e9 }), about);
  onWatchError?.(new Error('no answer'), about);

  const text = await registry.text();
  expect(text).toContain('kbts_watch_errors_total{kind="Thing",code="410"} 1');
  expect(text).toContain('kbts_watch_errors_total{kind="Thing",code="<error>"} 2');
  expect(told).toHaveLength(3);
});
