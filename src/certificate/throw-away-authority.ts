/** Certificates whose authority signs once. */
import { isIP } from 'node:net';
import { type CertificatePair, createCa } from './certificate-authority.js';

/**
 * A serving certificate and the certificate of the authority that signed it. The authority's key is
 * thrown away immediately, so no other certificate that callers would trust can ever be signed.
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
