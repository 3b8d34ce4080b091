import { expect, test } from 'vitest';
import { controllerMetrics } from '../../../src/runtime/metrics/controller-metrics.js';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';

test('§5.5.1 has all eight metrics at zero before the first reconcile', async () => {
  const registry = createMetricsRegistry({ process: false });

  controllerMetrics(registry, 'guestbook', 3);

  const text = await registry.text();
  for (const result of ['success', 'error', 'requeue', 'requeue_after'])
    expect(text).toContain(`controller_runtime_reconcile_total{controller="guestbook",result="${result}"} 0`);
  for (const name of [
    'reconcile_errors_total',
    'terminal_reconcile_errors_total',
    'reconcile_panics_total',
    'reconcile_timeouts_total',
    'active_workers',
  ])
    expect(text).toContain(`controller_runtime_${name}{controller="guestbook"} 0`);
  expect(text).toContain('controller_runtime_max_concurrent_reconciles{controller="guestbook"} 3');
});

test('§5.5.2 counts how reconciles end', async () => {
  const registry = createMetricsRegistry({ process: false });
  const metrics = controllerMetrics(registry, 'guestbook', 1);

  metrics.started();
  metrics.finished('error', 0.3);
  metrics.terminalError();
  metrics.panicked();
  metrics.timedOut();
  const text = await registry.text();

  expect(text).toContain('controller_runtime_reconcile_total{controller="guestbook",result="error"} 1');
  expect(text).toContain('controller_runtime_reconcile_errors_total{controller="guestbook"} 1');
  expect(text).toContain('controller_runtime_terminal_reconcile_errors_total{controller="guestbook"} 1');
  expect(text).toContain('controller_runtime_reconcile_panics_total{controller="guestbook"} 1');
  expect(text).toContain('controller_runtime_reconcile_timeouts_total{controller="guestbook"} 1');
  expect(text).toContain('controller_runtime_active_workers{controller="guestbook"} 0');
  expect(text).toContain('controller_runtime_reconcile_time_seconds_bucket{le="0.3",controller="guestbook"} 1');
});
