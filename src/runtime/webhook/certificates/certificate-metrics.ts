/** Metrics of certificates that are read from files, under controller-runtime's names. */
import type { MetricsRegistry } from '../../metrics/registry.js';

/** Told each time that files are read. */
export interface CertificateMetrics {
  read(): void;
  /** They could not be read, or do not belong together. */
  failed(): void;
}

/** Registers the metrics; all servers of a process share them. */
export function certificateMetrics(registry: MetricsRegistry): CertificateMetrics {
  const prefix = 'certwatcher_read_certificate';
  const reads = registry.counter({ name: `${prefix}_total`, help: 'Times that a certificate was read' });
  const failures = registry.counter({ name: `${prefix}_errors_total`, help: 'Times that reading one failed' });
  reads.increment({}, 0);
  failures.increment({}, 0);
  return { read: () => reads.increment(), failed: () => failures.increment() };
}
