/** Which TLS a server speaks: by default 1.2 and 1.3 with the ciphers of Go; stricter settings can be chosen. */
import { getCiphers, type SecureVersion } from 'node:tls';

/** TLS of the servers of a manager. */
export interface TlsSettings {
  /** The oldest version that is spoken; `TLSv1.2` unless given. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3';
  /** Names of cipher suites, as in Go (`TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`) or in OpenSSL; those with forward secrecy and authenticated encryption by default. */
  readonly cipherSuites?: readonly string[];
}

/** Node also offers CBC with SHA-1, CCM-8 and ARIA for TLS 1.2, which scanners report. */
const DEFAULT_SUITES: readonly string[] = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

/** A setting that is none. */
export class TlsSettingsError extends Error {
  override readonly name = 'TlsSettingsError';
}

/** What `createServer` and `setSecureContext` take. Throws a `TlsSettingsError` for a suite that does not exist. */
export function secureOptions({ minVersion = 'TLSv1.2', cipherSuites = [] }: TlsSettings = {}): {
  readonly minVersion: SecureVersion;
  readonly ciphers: string;
  readonly honorCipherOrder: boolean;
} {
  const ciphers = (cipherSuites.length === 0 ? DEFAULT_SUITES : cipherSuites.map(opensslName)).join(':');
  return { minVersion, ciphers, honorCipherOrder: true };
}

/** OpenSSL writes `ECDHE-RSA-AES128-GCM-SHA256` for `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`; TLS 1.3 has one name only. */
function opensslName(suite: string): string {
  const known = getCiphers();
  const isKnown = (name: string): boolean => known.includes(name.toLowerCase());
  if (isKnown(suite)) return suite;
  const short = suite
    .replace(/^TLS_/, '')
    .replace('_WITH_', '_')
    .replace(/AES_(128|256)/, 'AES$1')
    .replace('CHACHA20_POLY1305_SHA256', 'CHACHA20_POLY1305')
    .replace(/_CBC_/, '_')
    .replace(/^RSA_/, '')
    .replaceAll('_', '-');
  if (isKnown(short)) return short;
  throw new TlsSettingsError(
    `there is no cipher suite "${suite}"; use names such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`,
  );
}
