/** Metrics of leader election, under client-go's names. */
import type { MetricsRegistry } from '../metrics/registry.js';
import type { LeaderMetrics } from './elector-options.js';

/**
 * Registers the metrics of all elections of a process.
 * @example
 * ```ts
 * const metrics = leaderMetrics(manager.metrics);
 * const elector = new Elector({ id: 'guestbook.my.domain', namespace: 'default', client, metrics });
 * console.log(elector.isLeader()); // false
 * ```
 */
export function leaderMetrics(registry: MetricsRegistry): LeaderMetrics {
  const status = registry.gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process leads the election: 1 or 0',
    labels: ['name'],
  });
  const slowPaths = registry.counter({
    name: 'leader_election_slowpath_total',
    help: 'Renewals that had to read the lease first',
    labels: ['name'],
  });
  return {
    leading: (name, isLeading) => status.set(Number(isLeading), { name }),
    slowPath: (name) => slowPaths.increment({ name }),
  };
}
