/** The servers of a manager: health, metrics and profiles. */
import type { CheckList } from '../health/checks.js';
import { healthServer } from '../health/health-server.js';
import { parseBindAddress } from '../health/bind-address.js';
import { profilingServer } from '../health/profiling-server.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import { metricsServer } from '../metrics/server.js';
import type { Runnable } from '../runnable.js';
import type { ManagerOptions } from './manager-options.js';

/** Those that the options ask for. */
export function makeServers(
  { health, metrics, profiling }: Pick<ManagerOptions, 'health' | 'metrics' | 'profiling'>,
  checks: { readonly liveness: CheckList; readonly readiness: CheckList },
  parts: { readonly metrics: MetricsRegistry },
): Runnable[] {
  const servers: Runnable[] = [];
  if (health && parseBindAddress(health.bind)) servers.push(healthServer(health, checks));
  if (metrics && parseBindAddress(metrics.bind)) servers.push(metricsServer(metrics, parts.metrics));
  if (profiling && parseBindAddress(profiling.bind)) servers.push(profilingServer(profiling.bind));
  return servers;
}
