/** Encodes and signs X.509 v3 certificates (RFC 5280). */
import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { bits, boolean, element, integer, octets, oid, sequence, set, time, utf8 } from './der.js';

/** What goes into a certificate. */
export interface CertificateFields {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly publicKey: KeyObject;
  readonly extensions: CertificateExtensions;
}

/** What a certificate may be used for, and for whom. */
export interface CertificateExtensions {
  readonly isCa: boolean;
  readonly issuerKey: KeyObject;
  readonly usages?: readonly ('server' | 'client')[];
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
}

/** A certificate in PEM, signed with ECDSA and SHA-256. */
export function signCertificate(fields: CertificateFields, issuerPrivateKey: KeyObject): string {
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const toBeSigned = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(randomSerial()),
    algorithm,
    fields.issuer,
    sequence(time(fields.notBefore), time(fields.notAfter)),
    fields.subject,
    fields.publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensionsOf(fields))),
  );
  const signature = sign('sha256', toBeSigned, issuerPrivateKey);
  return toPem(sequence(toBeSigned, algorithm, bits(signature)));
}

/** A name of organisations and a common name. */
export function nameOf(commonName: string, organizations: readonly string[] = []): Buffer {
  const attribute = (type: string, value: string): Buffer => set(sequence(oid(type), utf8(value)));
  return sequence(...organizations.map((name) => attribute('2.5.4.10', name)), attribute('2.5.4.3', commonName));
}

function extensionsOf({ extensions, publicKey }: CertificateFields): Buffer[] {
  const { isCa, issuerKey, usages = [], dnsNames = [], ipAddresses = [] } = extensions;
  const found = [
    extension('2.5.29.19', sequence(...(isCa ? [boolean(true)] : [])), true),
    // digitalSignature; for an authority also keyCertSign and cRLSign
    extension('2.5.29.15', isCa ? bits(Buffer.from([0x86]), 1) : bits(Buffer.from([0x80]), 7), true),
    extension('2.5.29.14', octets(keyId(publicKey))),
    extension('2.5.29.35', sequence(element(0x80, keyId(issuerKey)))),
  ];
  if (usages.length > 0) {
    const purposes = usages.map((usage) => oid(usage === 'server' ? '1.3.6.1.5.5.7.3.1' : '1.3.6.1.5.5.7.3.2'));
    found.push(extension('2.5.29.37', sequence(...purposes)));
  }
  const names = [
    ...dnsNames.map((name) => element(0x82, Buffer.from(name, 'ascii'))),
    ...ipAddresses.map((address) => element(0x87, addressBytes(address))),
  ];
  if (names.length > 0) found.push(extension('2.5.29.17', sequence(...names)));
  return found;
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(value));
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}

/** Positive and unpredictable. */
function randomSerial(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  return serial;
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  if (!isIPv6(address)) throw new TypeError(`"${address}" is not an IP address`);
  const [head = '', tail] = address.split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const left = groups(head);
  const right = groups(tail ?? '');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return Buffer.from([...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
