/** The servers of a manager: health, metrics and profiles. */
import type { Client } from '../client/client.js';
import type { Clock } from '../clock.js';
import type { CheckList } from '../health/checks.js';
import { healthServer } from '../health/health-server.js';
import { parseBindAddress } from '../health/bind-address.js';
import { profilingServer } from '../health/profiling-server.js';
import type { Logger } from '../log/logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import { metricsGuard } from '../metrics/guard.js';
import { metricsServer, type MetricsServerOptions } from '../metrics/server.js';
import type { Runnable } from '../runnable.js';
import { certificateFiles } from '../webhook/certificate-files.js';
import { selfSignedCertificate } from '../webhook/self-signed-certificate.js';
import type { ManagerMetricsOptions, ManagerOptions } from './manager-options.js';

/** What servers need of the manager. */
export interface ServerParts {
  readonly metrics: MetricsRegistry;
  readonly client: Client;
  readonly log: Logger;
  readonly clock: Clock;
}

/** Those that the options ask for. */
export function makeServers(
  { health, metrics, profiling }: Pick<ManagerOptions, 'health' | 'metrics' | 'profiling'>,
  checks: { readonly liveness: CheckList; readonly readiness: CheckList },
  parts: ServerParts,
): Runnable[] {
  const servers: Runnable[] = [];
  if (health && parseBindAddress(health.bind)) servers.push(healthServer(health, checks));
  if (metrics && parseBindAddress(metrics.bind)) servers.push(metricsServer(secured(metrics, parts), parts.metrics));
  if (profiling && parseBindAddress(profiling.bind)) servers.push(profilingServer(profiling.bind));
  return servers;
}

/** With `secure`, TLS and a guard are filled in unless they are given. */
function secured(options: ManagerMetricsOptions, { client, log, clock }: ServerParts): MetricsServerOptions {
  const { secure = false, certDir, certName, keyName } = options;
  if (!secure) return options;
  const files = certDir === undefined ? undefined : certificateFiles({ dir: certDir, certName, keyName, clock });
  return {
    ...options,
    certificates: options.certificates ?? files ?? selfSignedCertificate({ clock }),
    guard: options.guard ?? metricsGuard({ client, log, clock }),
  };
}
