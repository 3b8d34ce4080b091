/** The webhook server of a manager, made when the first hook needs it. */
import { readFileSync } from 'node:fs';
import type { TlsSettings } from '../../certificate/tls-settings.js';
import type { Client } from '../client/client.js';
import type { Check } from '../health/checks.js';
import type { Logger } from '../log/logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import type { GVK } from '../object/kind.js';
import type { WaitTime } from '../object/wait-time.js';
import type { Runnable } from '../runnable.js';
import type { Tracer } from '../tracing/tracer.js';
import { certificateFiles } from '../webhook/certificates/certificate-files.js';
import { certificateMetrics } from '../webhook/certificates/certificate-metrics.js';
import type { CertificateProvider } from '../webhook/certificates/certificate-provider.js';
import { publishedSchemas } from '../webhook/recall/published-schemas.js';
import type { ConvertObject } from '../webhook/conversion/converter.js';
import type { Hook } from '../webhook/server/hook.js';
import type { WebhookRegistrar } from '../webhook/registrar.js';
import { selfManagedCertificates } from '../webhook/certificates/self-managed-certificates.js';
import { selfSignedCertificate } from '../webhook/certificates/self-signed-certificate.js';
import { webhookMetrics } from '../webhook/server/webhook-metrics.js';
import { WebhookServer } from '../webhook/server/webhook-server.js';
import { checkClientCa } from '../webhook/server/caller-authority.js';
import type { ManagerOptions, ManagerWebhookOptions } from './manager-options.js';

/** A mounted Secret may appear a little later than the pod. */
const CERTIFICATE_WAIT_MS = 60_000;

/** Nodes learn a little later than the pod that it is going, and send calls to it until then. */
const LINGER: WaitTime = '5s';

/** What is needed of the manager. */
export interface WebhookManager {
  readonly log: Logger;
  readonly metrics: MetricsRegistry;
  readonly client: Client;
  readonly tracer?: Tracer;
  addTo(group: 'webhook', runnable: Runnable): void;
  addReadyCheck(name: string, check: Check): void;
}

/** Takes hooks; without any, no port is opened. With `webhooks: false` hooks are only logged. */
export class ManagedWebhooks implements WebhookRegistrar {
  readonly #options: ManagerOptions['webhooks'];
  readonly #manager: WebhookManager;
  readonly #converted: Pick<GVK, 'group' | 'kind'>[] = [];
  #crds: readonly string[] = [];
  #server: WebhookServer | undefined;

  constructor(options: ManagerOptions['webhooks'], manager: WebhookManager, tls?: TlsSettings) {
    this.#options = options === false ? false : { tls, ...options };
    this.#manager = manager;
  }

  /** The port, once the server listens. */
  get port(): number | undefined {
    return this.#server?.port;
  }

  register(path: string, hook: Hook): void {
    this.#whenEnabled(path)?.register(path, hook);
  }

  registerConversion(kind: Pick<GVK, 'group' | 'kind'>, convert: ConvertObject): void {
    this.#converted.push(kind);
    this.#whenEnabled(`conversion of ${kind.kind}`)?.registerConversion(kind, convert);
  }

  #whenEnabled(what: string): WebhookServer | undefined {
    if (this.#options === false) {
      this.#manager.log.info('webhooks are switched off, not serving', { hook: what });
      return undefined;
    }
    this.#server ??= this.#open(this.#options ?? {});
    return this.#server;
  }

  #open(options: ManagerWebhookOptions): WebhookServer {
    const { metrics, tracer, client } = this.#manager;
    const certificates = options.certificates ?? this.#certificatesFor(options);
    const linger = options.service && LINGER;
    const parts = { tracer, linger, metrics: webhookMetrics(metrics), schemas: publishedSchemas(client.mapper) };
    const callers = options.clientCaFile === undefined ? {} : { clientCa: readClientCa(options.clientCaFile) };
    const server = new WebhookServer({ ...parts, ...options, ...callers, certificates });
    this.#manager.addTo('webhook', server);
    this.#manager.addReadyCheck('webhooks', () => server.check());
    return server;
  }

  #certificatesFor(options: ManagerWebhookOptions): CertificateProvider {
    const { certDir, certName, keyName, service, secretName, configurations } = options;
    if (certDir !== undefined)
      return certificateFiles({
        dir: certDir,
        certName,
        keyName,
        waitMs: CERTIFICATE_WAIT_MS,
        metrics: certificateMetrics(this.#manager.metrics),
      });
    // Without a Service nobody in a cluster can call: this is somebody's own machine.
    if (!service) return selfSignedCertificate();
    const { client } = this.#manager;
    const crds = (signal: AbortSignal): Promise<readonly string[]> => this.#convertedCrds(signal);
    return selfManagedCertificates({ client, service, secretName, configurations, crds });
  }

  /** Names of the CRDs with conversion that are installed by now; asked for until all are. */
  async #convertedCrds(signal: AbortSignal): Promise<readonly string[]> {
    if (this.#crds.length === this.#converted.length) return this.#crds;
    const resources = await this.#manager.client.mapper.resources({ signal });
    this.#crds = this.#converted.flatMap(({ group, kind }) => {
      const found = resources.find((resource) => resource.group === group && resource.kind === kind);
      return found ? [`${found.plural}.${group}`] : [];
    });
    return this.#crds;
  }
}

function readClientCa(file: string): string {
  const pem = textOfClientCa(file);
  checkClientCa(pem, file);
  return pem;
}

function textOfClientCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(
      `cannot read the CA of callers of webhooks: mount it at ${file}, or change webhook-client-ca-file`,
      {
        cause,
      },
    );
  }
}
