/** The servers of a manager: health, metrics and profiles. */
import type { Client } from '../client/client.js';
import type { Clock } from '../clock.js';
import type { CheckList } from '../health/checks.js';
import { healthServer } from '../health/health-server.js';
import { type BindAddress, parseBindAddress } from '../health/bind-address.js';
import type { RequestGuard } from '../health/http-listener.js';
import { profilingServer } from '../health/profiling-server.js';
import type { Logger } from '../log/logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import { metricsGuard } from '../metrics/guard.js';
import { metricsServer, type MetricsServerOptions } from '../metrics/server.js';
import type { Runnable } from '../runnable.js';
import { certificateFiles } from '../webhook/certificates/certificate-files.js';
import { certificateMetrics } from '../webhook/certificates/certificate-metrics.js';
import { selfSignedCertificate } from '../webhook/certificates/self-signed-certificate.js';
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
  { health, metrics, profiling, tls }: Pick<ManagerOptions, 'health' | 'metrics' | 'profiling' | 'tls'>,
  checks: { readonly liveness: CheckList; readonly readiness: CheckList },
  parts: ServerParts,
): Runnable[] {
  const servers: Runnable[] = [];
  if (health && parseBindAddress(health.bind)) servers.push(healthServer(health, checks));
  // One guard for both, so that what it remembers serves both.
  const given = metrics || undefined;
  const guard = given?.guard ?? metricsGuard(parts);
  if (metrics && parseBindAddress(metrics.bind))
    servers.push(
      metricsServer(metrics.secure ? secured({ tls, ...metrics }, { guard, ...parts }) : metrics, parts.metrics),
    );
  const address = profiling ? parseBindAddress(profiling.bind) : undefined;
  if (profiling && address) {
    const isSecure = profiling.secure ?? given?.secure ?? !isLoopback(address);
    servers.push(profilingServer(isSecure ? secured({ tls, ...given, ...profiling }, { guard, ...parts }) : profiling));
  }
  return servers;
}

/** With TLS and a guard, unless they are given. */
function secured(
  options: ManagerMetricsOptions,
  { guard, clock, metrics }: ServerParts & { readonly guard: RequestGuard },
): MetricsServerOptions {
  const { certDir: dir, certName, keyName } = options;
  const files = () => dir && certificateFiles({ dir, certName, keyName, clock, metrics: certificateMetrics(metrics) });
  const certificates = options.certificates ?? (files() || selfSignedCertificate({ clock }));
  return { ...options, certificates, guard };
}

function isLoopback({ host = '' }: BindAddress): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
