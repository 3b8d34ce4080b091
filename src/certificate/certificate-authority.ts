/** A small certificate authority: ECDSA P-256 keys, X.509 v3 certificates, nothing but `node:crypto`. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { children } from './der.js';
import { type CertificateFields, nameOf, signCertificate } from './x509.js';

/** Certificate and private key, PEM. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate is for. */
export interface CertificateRequest {
  /** For a client: the user's name. */
  readonly commonName: string;
  /** For a client: the user's groups. */
  readonly organizations?: readonly string[];
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
  readonly usages: readonly ('server' | 'client')[];
  readonly validMs: number;
  /** When the certificate is made; now by default. */
  readonly now?: Date;
}

/** Signs certificates. */
export interface CertificateAuthority extends CertificatePair {
  issue(request: CertificateRequest): CertificatePair;
}

/** Makes a new authority with a certificate of its own. */
export function createCa(options: { commonName: string; validMs: number; now?: Date }): CertificateAuthority {
  const { publicKey, privateKey } = newKeys();
  const subject = nameOf(options.commonName);
  const cert = signCertificate(
    { ...validity(options), subject, issuer: subject, publicKey, extensions: { isCa: true, issuerKey: publicKey } },
    privateKey,
  );
  return loadCa({ cert, key: pem(privateKey) });
}

/** An authority from its stored certificate and key; throws when they do not belong together. */
export function loadCa(pair: CertificatePair): CertificateAuthority {
  const certificate = new X509Certificate(pair.cert);
  const privateKey = createPrivateKey(pair.key);
  if (!certificate.ca) throw new TypeError('this certificate may not sign others: it is not that of an authority');
  if (!certificate.checkPrivateKey(privateKey)) throw new TypeError('certificate and key do not belong together');
  const issuer = subjectOf(certificate);
  return {
    ...pair,
    issue(request) {
      const keys = newKeys();
      const fields: CertificateFields = {
        ...validity(request),
        subject: nameOf(request.commonName, request.organizations),
        issuer,
        publicKey: keys.publicKey,
        extensions: { isCa: false, issuerKey: certificate.publicKey, ...request },
      };
      return { cert: signCertificate(fields, privateKey), key: pem(keys.privateKey) };
    },
  };
}

/** Clocks of other machines may be slow, so a certificate is valid a little before it is made. */
const backdatedMs = 5 * 60_000;

function validity({ validMs, now = new Date() }: { validMs: number; now?: Date }): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - backdatedMs), notAfter: new Date(now.getTime() + validMs) };
}

function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function pem(privateKey: KeyObject): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The subject exactly as encoded: names are compared byte by byte. */
function subjectOf(certificate: X509Certificate): Buffer {
  const [toBeSigned] = children(certificate.raw);
  const fields = toBeSigned ? children(toBeSigned) : [];
  // version, serial number, algorithm, issuer, validity, subject
  const subject = fields[5];
  if (!subject) throw new TypeError('this certificate has no subject');
  return subject;
}
