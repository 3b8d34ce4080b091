/** Certificates that live in memory only, for a manager on a developer's machine and for metrics without files. */
import { issueOnce } from '../../../certificate/throw-away-authority.js';
import { pause, systemClock, type Clock } from '../../clock.js';
import type { CertificateProvider } from './certificate-provider.js';

const dayMs = 86_400_000;

/** Whom a certificate is for and how long it lasts. */
export interface SelfSignedOptions {
  /** Names and addresses; `localhost` and `127.0.0.1` unless given. */
  readonly hosts?: readonly string[] | undefined;
  /** A year unless given; a new one is made after two thirds of it. */
  readonly validMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Serves certificates of a throw-away authority.
 * @example
 * ```ts
 * const server = new WebhookServer({ host: '127.0.0.1', port: 0, certificates: selfSignedCertificate() });
 * server.registerConversion(Guestbook.gvk, (object) => object);
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
