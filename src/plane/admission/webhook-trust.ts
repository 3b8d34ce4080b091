/** Which serving certificates a caBundle trusts: those its authorities signed, and, as in Go, those that it names itself. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Settings for a TLS request, and what is left to check when the connection is made. */
export interface Trust {
  readonly options: { readonly ca?: Buffer; readonly rejectUnauthorized?: boolean };
  /** Returns why the other side is not trusted; undefined when it is. */
  readonly check: (socket: TLSSocket, servername: string) => string | undefined;
}

const BEGIN = /(?=-----BEGIN CERTIFICATE-----)/;

/** Reads the `caBundle` of a client configuration. Throws when it has no certificate that can be read. */
export function trustOf(caBundle: Buffer | undefined): Trust {
  if (caBundle === undefined) return { options: {}, check: () => undefined };
  const certificates = certificatesIn(caBundle);
  const named = certificates.filter(({ ca }) => !ca);
  if (named.length === 0) return { options: { ca: caBundle }, check: () => undefined };
  // OpenSSL takes authorities only as anchors, so certificates that are named themselves are compared here.
  return {
    options: { ca: caBundle, rejectUnauthorized: false },
    check: (socket, servername) => (socket.authorized ? undefined : problemOf(socket, servername, named)),
  };
}

function certificatesIn(bundle: Buffer): X509Certificate[] {
  const blocks = bundle
    .toString('latin1')
    .split(BEGIN)
    .filter((block) => block.includes('-----END CERTIFICATE-----'));
  if (blocks.length === 0) throw new Error('unable to load root certificates: the caBundle has no certificate');
  return blocks.map((block) => new X509Certificate(block));
}

function problemOf(socket: TLSSocket, servername: string, named: readonly X509Certificate[]): string | undefined {
  const shown = socket.getPeerX509Certificate();
  const isNamed = shown !== undefined && named.some(({ raw }) => raw.equals(shown.raw));
  if (!isNamed) return 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
  const now = Date.now();
  if (now < Date.parse(shown.validFrom) || now > Date.parse(shown.validTo))
    return 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid';
  const isItsName = isIP(servername) === 0 ? shown.checkHost(servername) : shown.checkIP(servername);
  if (isItsName !== undefined) return undefined;
  return `tls: failed to verify certificate: x509: certificate is not valid for ${servername}`;
}
