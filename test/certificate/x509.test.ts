import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { nameOf, signCertificate } from '../../src/certificate/x509.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function certificate(extensions: object): X509Certificate {
  const name = nameOf('subject', ['group']);
  const fields = {
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2027-01-01T00:00:00Z'),
    subject: name,
    issuer: name,
    publicKey,
    extensions: { isCa: false, issuerKey: publicKey, ...extensions },
  };
  return new X509Certificate(signCertificate(fields, privateKey));
}

test('carries subject, names, addresses and usages', () => {
  const found = certificate({
    usages: ['server', 'client'],
    dnsNames: ['a.b.svc'],
    ipAddresses: ['10.0.0.1', 'fd00::1:2'],
  });

  expect(found.subject).toBe('O=group\nCN=subject');
  expect(found.subjectAltName).toBe('DNS:a.b.svc, IP Address:10.0.0.1, IP Address:FD00:0:0:0:0:0:1:2');
  expect(found.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  expect(found.verify(publicKey)).toBe(true);
});

test('gives every certificate a serial number of its own', () => {
  expect(certificate({}).serialNumber).not.toBe(certificate({}).serialNumber);
});

test('refuses an address that is none', () => {
  expect(() => certificate({ ipAddresses: ['10.0.0'] })).toThrow('"10.0.0" is not an IP address');
});
