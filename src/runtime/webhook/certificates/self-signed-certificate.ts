/** Certificates that live in memory only, for a manager on a developer's machine and for metrics without files. */
import { isIP } from 'node:net';
import { createCa, type CertificatePair } from '../../certificate/certificate-authority.js';
import { pause, systemClock, type Clock } from '../../clock.js';
import type { CertificateProvider } from './certificate-provider.js';

const dayMs = 86_400_000;

/** Whom a certificate is for and how long it lasts. */
export interface SelfSignedOptions {
  /** Names and addresses; `localhost` and `127.0.0.1` unless given. */
  readonly hosts?: readonly string[];
  /** A year unless given; a new one is made after two thirds of it. */
  readonly validMs?: number;
  readonly clock?: Clock;
}

/**
 * Serves certificates of a throw-away authority.
 * @example
 * ```ts
 * const server = new WebhookServer({ host: '127.0.0.1', port: 0, certificates: selfSignedCertificate() });
 * webhook({ webhooks: server, log: silentLogger }, Guestbook).defaulter({ default: () => undefined }).complete();
 * void server.run({ signal, cutoff: signal, log: silentLogger });
 * await server.ready();
 * ```
 */
export function selfSignedCertificate(options: SelfSignedOptions = {}): CertificateProvider {
  const { hosts = ['localhost', '127.0.0.1'], validMs = 365 * dayMs, clock = systemClock } = options;
  return {
    async run({ signal }, onChange) {
      while (!signal.aborted) {
        onChange(issueOnce(hosts, validMs).pair);
        await pause(clock, (validMs * 2) / 3, signal);
      }
    },
  };
}

/**
 * A serving certificate and the certificate of the authority that signed it. The authority's key is
 * thrown away at once, so that nobody can ever sign another certificate that callers would trust.
 */
export function issueOnce(
  hosts: readonly string[],
  validMs: number,
  now: Date = new Date(),
): { pair: CertificatePair; ca: string } {
  const [commonName = 'kbts'] = hosts;
  const ca = createCa({ commonName: `kbts CA ${now.toISOString()}`, validMs, now });
  const pair = ca.issue({
    commonName: commonName.slice(0, 64),
    dnsNames: hosts.filter((host) => isIP(host) === 0),
    ipAddresses: hosts.filter((host) => isIP(host) !== 0),
    usages: ['server'],
    validMs,
    now,
  });
  return { pair, ca: ca.cert };
}
