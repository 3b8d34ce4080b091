/** The public surface of `kbts/runtime/internals`: parts of the runtime for programs that are not built around a manager. */
export { madeBy } from '../object/kind.js';
export { formatLabelSelector, requirementsOf } from '../object/label-selector.js';
export { compareResourceVersions } from '../../kubernetes/version/resource-version.js';
export { createRestMapper } from '../client/requests/rest-mapper.js';
export { openWatch, type WatchEvent, type WatchStream, type WatchStreamOptions } from '../client/watch/watch-stream.js';
export { parseKey } from '../cache/store/object-key.js';
export { createMetricsRegistry } from '../metrics/registry.js';
export { metricsGuard, type MetricsGuardOptions } from '../metrics/guard.js';
export { runWithLogger } from '../log/current-logger.js';
export { redactFields, redactText } from '../log/redact.js';
export { webhookMetrics } from '../webhook/server/webhook-metrics.js';
export { certificateFiles, type CertificateFilesOptions } from '../webhook/certificates/certificate-files.js';
export {
  selfManagedCertificates,
  type SelfManagedCertificatesOptions,
} from '../webhook/certificates/self-managed-certificates.js';
export { selfSignedCertificate, type SelfSignedOptions } from '../webhook/certificates/self-signed-certificate.js';
export { Elector, type ElectorCallbacks } from '../leader/elector.js';
export type { ElectorOptions, LeaderMetrics } from '../leader/elector-options.js';
export { fencedTransport } from '../leader/fenced-transport.js';
export { leaderMetrics } from '../leader/leader-metrics.js';
export { tracedTransport } from '../tracing/traced-transport.js';
