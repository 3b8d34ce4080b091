import { expect, test } from 'vitest';
import { queueMetrics } from '../../../src/runtime/metrics/queue-metrics.js';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';

const LABELS = 'name="guestbook",controller="guestbook"';

test('§6.4.1 has the seven work queue metrics, labelled with name and controller', async () => {
  const registry = createMetricsRegistry({ process: false });
  const metrics = queueMetrics(registry, 'guestbook');
  metrics.attach({ depths: () => new Map([[-100, 4]]), runningMs: () => [1000, 2500] });

  metrics.added(0);
  metrics.retried();
  metrics.taken(20);
  metrics.finished(30);
  const text = await registry.text();

  expect(text).toContain(`workqueue_depth{${LABELS},priority="-100"} 4`);
  expect(text).toContain(`workqueue_depth{${LABELS},priority="0"} 0`);
  expect(text).toContain(`workqueue_adds_total{${LABELS}} 1`);
  expect(text).toContain(`workqueue_retries_total{${LABELS}} 1`);
  expect(text).toContain(`workqueue_unfinished_work_seconds{${LABELS}} 3.5`);
  expect(text).toContain(`workqueue_longest_running_processor_seconds{${LABELS}} 2.5`);
  expect(text).toContain(`workqueue_queue_duration_seconds_sum{${LABELS}} 0.02`);
  expect(text).toContain(`workqueue_work_duration_seconds_sum{${LABELS}} 0.03`);
});

test('§6.4 a priority that is empty again is reported as 0', async () => {
  const registry = createMetricsRegistry({ process: false });
  let depths = new Map([[7, 1]]);
  queueMetrics(registry, 'guestbook').attach({ depths: () => depths, runningMs: () => [] });
  await registry.text();

  depths = new Map();

  expect(await registry.text()).toContain(`workqueue_depth{${LABELS},priority="7"} 0`);
});

test('§6.4.2 after 25 priorities the rest share one label', async () => {
  const registry = createMetricsRegistry({ process: false });
  const depths = new Map(Array.from({ length: 40 }, (_, priority) => [priority + 1, 1]));
  queueMetrics(registry, 'guestbook').attach({ depths: () => depths, runningMs: () => [] });

  expect(await registry.text()).toContain('priority="exceeded_cardinality_limit"} 15');
});
