/** The CA that callers of webhooks need a certificate of. */
import { X509Certificate } from 'node:crypto';

/** Throws unless every certificate in `pem` can be read and there is one: TLS would let everybody in without any. */
export function checkClientCa(pem: unknown, source = 'clientCa'): void {
  const blocks =
    typeof pem === 'string' ? (pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []) : [];
  if (blocks.length > 0 && blocks.every(isCertificate)) return;
  const problem = blocks.length === 0 ? 'has no certificate in PEM' : 'has a certificate that cannot be read';
  throw new Error(`${source} ${problem}, so callers of webhooks cannot be checked: give the CA of their certificates`);
}

/** TLS settings that let in callers with a certificate of this CA only. */
export function callerSettings(clientCa: string | undefined): object {
  return clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
