/** Certificates that the manager makes, stores, spreads and rotates by itself. */
import type { CertificatePair } from '../../../certificate/certificate-authority.js';
import type { Client } from '../../client/client.js';
import { pause, systemClock, type Clock } from '../../clock.js';
import { linkAbort, orAborted } from '../../linked-abort.js';
import type { Logger } from '../../log/logger.js';
import { putCaBundle, type WebhookConfigurationNames, type WebhookService } from './ca-bundle.js';
import { planCertificate, type CertificateDemand, type CertificateState } from './certificate-plan.js';
import type { CertificateProvider } from './certificate-provider.js';
import { readCertificate, writeCertificate } from './certificate-secret.js';

const dayMs = 86_400_000;
const firstCertificateMs = 120_000;

/** What to manage. Rights that this needs are listed in `docs`: secrets, webhook configurations, CRDs. */
export interface SelfManagedCertificatesOptions {
  readonly client: Client;
  /** The Service that the API server calls. */
  readonly service: WebhookService;
  /** Name of the Secret in the service's namespace; `webhook-server-cert` unless given. */
  readonly secretName?: string | undefined;
  /** CRDs with conversion, as `guestbooks.webapp.my.domain`; a function is asked at each look, as they may come later. */
  readonly crds?: (readonly string[] | ((signal: AbortSignal) => Promise<readonly string[]>)) | undefined;
  /** Names of the webhook configurations that call the Service. Without them all of the cluster are listed. */
  readonly configurations?: WebhookConfigurationNames | undefined;
  /** Names beside those of the service, such as `localhost` in tests. */
  readonly extraHosts?: readonly string[] | undefined;
  /** 90 days unless given. */
  readonly validMs?: number | undefined;
  /** A third of `validMs` unless given. */
  readonly renewBeforeMs?: number | undefined;
  /** How long each step of a rotation waits; 10 minutes unless given. */
  readonly overlapMs?: number | undefined;
  /** How often Secret and configurations are looked at; 1 minute unless given. */
  readonly checkMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly wallTime?: (() => Date) | undefined;
}

/**
 * Serves a certificate from a Secret that all replicas share, and keeps both in order.
 * @example
 * ```ts
 * const service = { namespace: 'guestbook-system', name: 'webhook-service' };
 * const certificates = selfManagedCertificates({ client, service });
 * await using own = await createManager({ config, log: silentLogger, webhooks: { certificates } });
 * ```
 */
export function selfManagedCertificates(options: SelfManagedCertificatesOptions): CertificateProvider {
  return {
    async run({ signal, log }, onChange) {
      const { checkMs = 60_000, clock = systemClock } = options;
      const keeper = new CertificateKeeper(options, log);
      const giveUpAt = clock.now() + firstCertificateMs;
      let served: CertificatePair | undefined;
      let failures = 0;
      while (!signal.aborted) {
        try {
          const { serving } = await keeper.check(signal);
          failures = 0;
          if (serving.cert !== served?.cert) onChange((served = serving));
        } catch (error) {
          if (signal.aborted) return;
          failures++;
          if (!served && clock.now() > giveUpAt)
            throw new Error('there is no webhook certificate yet: may the manager create and update its Secret?', {
              cause: error,
            });
          log.error('could not manage the webhook certificate', { error });
        }
        const retryMs = Math.min(checkMs, 500 * 2 ** Math.min(failures, 10));
        await pause(clock, failures > 0 ? retryMs : checkMs, signal);
      }
    },
  };
}

class CertificateKeeper {
  readonly #options: SelfManagedCertificatesOptions;
  readonly #log: Logger;
  readonly #demand: CertificateDemand;
  #last: CertificateState | undefined;

  constructor(options: SelfManagedCertificatesOptions, log: Logger) {
    const { service, extraHosts = [], validMs = 90 * dayMs, overlapMs = 600_000 } = options;
    const host = `${service.name}.${service.namespace}.svc`;
    const hosts = [host, `${host}.cluster.local`, service.name, `${service.name}.${service.namespace}`, ...extraHosts];
    this.#options = options;
    this.#log = log;
    this.#demand = { hosts, validMs, overlapMs, renewBeforeMs: options.renewBeforeMs ?? validMs / 3 };
  }

  /** Brings the Secret up to date, then the CAs that callers trust; returns what is to be served. */
  async check(stop: AbortSignal): Promise<CertificateState> {
    using linked = linkAbort([stop], { timeoutMs: 30_000 });
    const { signal } = linked;
    const first = await orAborted(this.#settle({ isTrusted: false, signal }), signal);
    const isTrusted = await orAborted(this.#spread(first, signal), signal);
    // A step that waits for trust can be taken only now; what it changes in the CAs is spread next time.
    return isTrusted && first.next ? orAborted(this.#settle({ isTrusted, signal }), signal) : first;
  }

  /** Reads, plans and writes until no other replica interferes. */
  async #settle({ isTrusted, signal }: { isTrusted: boolean; signal: AbortSignal }): Promise<CertificateState> {
    const { client, service, secretName = 'webhook-server-cert', wallTime = () => new Date() } = this.#options;
    const key = { name: secretName, namespace: service.namespace };
    for (;;) {
      const before = await readCertificate(client, key, signal);
      // A Secret that someone deleted or emptied is restored from what is being served.
      const current = before.state ?? this.#last;
      const { action, state } = planCertificate(current, this.#demand, { now: wallTime(), isTrusted });
      const isStored = action === 'keep' && before.state !== undefined;
      if (!isStored && !(await writeCertificate(client, key, { before, state, signal }))) continue;
      if (!isStored) this.#log.info('changed the webhook certificate', { action, secret: secretName });
      this.#last = state;
      return state;
    }
  }

  /** Whether the API server now trusts all CAs. A failure is no reason to stop serving. */
  async #spread({ ca }: CertificateState, signal: AbortSignal): Promise<boolean> {
    const { client, service, configurations, crds: given = [] } = this.#options;
    try {
      const crds = typeof given === 'function' ? await given(signal) : given;
      const targets = { service, configurations, crds };
      const changed = await putCaBundle(client, targets, { bundle: ca.join(''), signal });
      if (changed > 0) this.#log.info('wrote the CA to webhook configurations', { changed });
      return true;
    } catch (error) {
      this.#log.error('could not write the CA to webhook configurations: calls to webhooks may fail', { error });
      return false;
    }
  }
}
