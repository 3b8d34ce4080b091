/** Certificates from files that somebody else replaces: a mounted Secret, cert-manager, a test environment. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CertificatePair } from '../../../certificate/certificate-authority.js';
import { pause, systemClock, type Clock } from '../../clock.js';
import type { CertificateMetrics } from './certificate-metrics.js';
import type { CertificateProvider } from './certificate-provider.js';

/** Where the files are. */
export interface CertificateFilesOptions {
  readonly dir: string;
  /** `tls.crt` unless given. */
  readonly certName?: string | undefined;
  /** `tls.key` unless given. */
  readonly keyName?: string | undefined;
  /** How often the files are read again; 10 s unless given. Volumes are swapped by links, which watching misses. */
  readonly pollMs?: number | undefined;
  /** How long to wait for files that are not there yet; 0 unless given. */
  readonly waitMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly metrics?: CertificateMetrics | undefined;
}

/**
 * Serves the pair in a folder, and its successors. A broken or half-written pair is never served.
 * @example
 * ```ts
 * const certificates = certificateFiles({ dir: '/etc/webhook/certs' });
 * await using own = await createManager({ config, log: silentLogger, webhooks: { certificates } });
 * ```
 */
export function certificateFiles(options: CertificateFilesOptions): CertificateProvider {
  const { dir, certName = 'tls.crt', keyName = 'tls.key', pollMs = 10_000, waitMs = 0, metrics } = options;
  const { clock = systemClock } = options;
  const read = (): Promise<CertificatePair> => readPair(path.join(dir, certName), path.join(dir, keyName));
  return {
    async run({ signal, log }, onChange) {
      const giveUpAt = clock.now() + waitMs;
      let current: CertificatePair | undefined;
      while (!signal.aborted) {
        try {
          metrics?.read();
          const pair = await read();
          if (pair.cert !== current?.cert || pair.key !== current.key) onChange((current = pair));
        } catch (error) {
          metrics?.failed();
          if (!current && clock.now() >= giveUpAt) throw error;
          log.error('could not read the certificate; the old one stays', { error });
        }
        await pause(clock, current ? pollMs : Math.min(pollMs, 1_000), signal);
      }
    },
  };
}

async function readPair(certPath: string, keyPath: string): Promise<CertificatePair> {
  const [cert, key] = await Promise.all([readFile(certPath, 'utf8'), readFile(keyPath, 'utf8')]).catch(
    (cause: unknown) => {
      throw new Error(`no certificate in ${certPath} and ${keyPath}: mount one there, or enable managed certificates`, {
        cause,
      });
    },
  );
  if (!belongTogether({ cert, key })) throw new Error(`${certPath} and ${keyPath} do not belong together`);
  return { cert, key };
}

/** Whether a certificate and a key are one pair; false also for what is neither. */
export function belongTogether({ cert, key }: CertificatePair): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    // Unparseable text is simply not a pair; callers say where it came from.
    return false;
  }
}
