/** Settings of a manager. */
import type { CacheOptions } from '../cache/cache.js';
import type { TlsSettings } from '../../certificate/tls-settings.js';
import type { ClientDefaults } from '../client/client.js';
import type { ClusterConfig } from '../client/config/cluster-config.js';
import type { RateLimit } from '../client/connection/rate-limited-transport.js';
import type { Transport } from '../client/connection/transport.js';
import type { Clock } from '../clock.js';
import type { ControllerDefaults } from '../frame/settings.js';
import type { HealthServerOptions } from '../health/health-server.js';
import type { LeaderElectionOptions } from '../leader/elector-options.js';
import type { Logger } from '../log/logger.js';
import type { LoggerOptions } from '../log/pino-logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import type { MetricsServerOptions } from '../metrics/server.js';
import type { KindInfo } from '../object/kind.js';
import type { WaitTime } from '../object/wait-time.js';
import type { Tracer } from '../tracing/tracer.js';
import type { WebhookConfigurationNames, WebhookService } from '../webhook/certificates/ca-bundle.js';
import type { WebhookServerOptions } from '../webhook/server/webhook-server.js';

/** A folder with a certificate and its key, which may be replaced at any time. */
export interface CertificateFiles {
  readonly certDir?: string;
  /** `tls.crt` by default. */
  readonly certName?: string;
  /** `tls.key` by default. */
  readonly keyName?: string;
}

/** How metrics are served. */
export interface ManagerMetricsOptions extends MetricsServerOptions, CertificateFiles {
  /** TLS, by default with a self-signed certificate, and only for those whose token and role allow it. */
  readonly secure?: boolean | undefined;
}

/** How profiles are served. */
export interface ManagerProfilingOptions {
  readonly bind: string;
  /** TLS and the guard of the metrics. By default as the metrics are; without metrics, unless `bind` is a loopback address. */
  readonly secure?: boolean | undefined;
}

/** How webhooks are served. */
export interface ManagerWebhookOptions extends WebhookServerOptions, CertificateFiles {
  /**
   * The Service in front of the webhooks: with it and without `certDir` the manager makes certificates,
   * keeps them in a Secret and tells the API server of them.
   */
  readonly service?: WebhookService | undefined;
  /** Secret of those certificates; `webhook-server-cert` by default. */
  readonly secretName?: string | undefined;
  /** File of the CA that callers' certificates must come from, in place of `clientCa`. Read once, at the start. */
  readonly clientCaFile?: string | undefined;
  /** Webhook configurations that call the Service; without names all of the cluster are listed. */
  readonly configurations?: WebhookConfigurationNames | undefined;
}

/** All have defaults. */
export interface ManagerOptions {
  /** Default: `loadClusterConfig({ kubeconfig })`. */
  readonly config?: ClusterConfig | undefined;
  readonly kubeconfig?: string | undefined;
  /** In place of connections made from the config. */
  readonly transport?: Transport | undefined;
  readonly kinds?: readonly KindInfo[] | undefined;
  readonly cache?: CacheOptions | undefined;
  /** Requests per second that calls other than watches may make; no limit by default. */
  readonly rateLimit?: RateLimit | undefined;
  /** Defaults of every write. */
  readonly client?: ClientDefaults | undefined;
  /** Defaults of all controllers. */
  readonly controllers?: ControllerDefaults | undefined;
  readonly leaderElection?: LeaderElectionOptions | false | undefined;
  readonly metrics?: ManagerMetricsOptions | false | undefined;
  readonly health?: HealthServerOptions | false | undefined;
  /** Profiles on `/debug/pprof`; off by default. */
  readonly profiling?: ManagerProfilingOptions | false | undefined;
  readonly webhooks?: ManagerWebhookOptions | false | undefined;
  /** Versions and ciphers of TLS, for webhooks, metrics and profiles. */
  readonly tls?: TlsSettings | undefined;
  /** How long running work may take to finish; `30s` by default, `0s` for no time, `forever` for any. */
  readonly shutdownTimeout?: WaitTime | 'forever' | undefined;
  readonly log?: Logger | undefined;
  readonly logging?: LoggerOptions | undefined;
  readonly registry?: MetricsRegistry | undefined;
  readonly userAgent?: string | undefined;
  /** Spans of requests, reconciles and webhooks; a tracer of `@opentelemetry/api` fits. */
  readonly tracer?: Tracer | undefined;
  readonly clock?: Clock | undefined;
}
