import { expect, test } from 'vitest';
import { leaderMetrics } from '../../../src/runtime/leader/leader-metrics.js';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';

test('§2.3.13 each election has its own series', async () => {
  const registry = createMetricsRegistry({ process: false });
  const metrics = leaderMetrics(registry);

  metrics.leading('a', true);
  metrics.leading('b', false);
  metrics.slowPath('a');

  const text = await registry.text();
  expect(text).toContain('leader_election_master_status{name="a"} 1');
  expect(text).toContain('leader_election_master_status{name="b"} 0');
  expect(text).toContain('leader_election_slowpath_total{name="a"} 1');
});
