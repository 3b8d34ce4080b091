import { X509Certificate } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { createCa, loadCa } from '../../src/certificate/certificate-authority.js';

const day = 86_400_000;
const closers: (() => void)[] = [];

afterEach(() => closers.splice(0).forEach((close) => close()));

async function serve(options: https.ServerOptions): Promise<number> {
  const server = https.createServer(options, (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    response.end(JSON.stringify(subject ?? {}));
  });
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function get(options: https.RequestOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = https.get({ host: '127.0.0.1', agent: false, ...options }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(text));
    });
    request.on('error', reject);
  });
}

describe('certificate authority', () => {
  test('issues a server certificate that a TLS client accepts by address and by name', async () => {
    const ca = createCa({ commonName: 'test-ca', validMs: day });
    const pair = ca.issue({
      commonName: 'server',
      dnsNames: ['localhost'],
      ipAddresses: ['127.0.0.1', '::1'],
      usages: ['server'],
      validMs: day,
    });
    const port = await serve(pair);

    const byAddress = await get({ port, ca: ca.cert });
    const byName = await get({ port, ca: ca.cert, servername: 'localhost' });

    expect([byAddress, byName]).toEqual(['{}', '{}']);
  });

  test('issues a client certificate whose groups are organisations', async () => {
    const ca = createCa({ commonName: 'test-ca', validMs: day });
    const server = ca.issue({ commonName: 's', ipAddresses: ['127.0.0.1'], usages: ['server'], validMs: day });
    const client = ca.issue({ commonName: 'ann', organizations: ['a', 'b'], usages: ['client'], validMs: day });
    const port = await serve({ ...server, ca: ca.cert, requestCert: true });

    const subject = JSON.parse(await get({ port, ca: ca.cert, ...client }));

    expect(subject).toMatchObject({ CN: 'ann', O: ['a', 'b'] });
  });

  test('is refused by a client that trusts another authority of the same name', async () => {
    const ca = createCa({ commonName: 'same', validMs: day });
    const other = createCa({ commonName: 'same', validMs: day });
    const port = await serve(
      ca.issue({ commonName: 's', ipAddresses: ['127.0.0.1'], usages: ['server'], validMs: day }),
    );

    await expect(get({ port, ca: other.cert })).rejects.toThrow();
  });

  test('goes on after it has been stored and loaded', () => {
    const ca = createCa({ commonName: 'störed', validMs: day });
    const loaded = loadCa({ cert: ca.cert, key: ca.key });

    const issued = new X509Certificate(loaded.issue({ commonName: 'x', usages: ['server'], validMs: day }).cert);

    expect(issued.checkIssued(new X509Certificate(ca.cert))).toBe(true);
    expect(issued.verify(new X509Certificate(ca.cert).publicKey)).toBe(true);
  });

  test('refuses a key that belongs to another certificate, and a certificate that may not sign', () => {
    const ca = createCa({ commonName: 'a', validMs: day });
    const leaf = ca.issue({ commonName: 'leaf', usages: ['server'], validMs: day });

    expect(() => loadCa({ cert: ca.cert, key: leaf.key })).toThrow('do not belong together');
    expect(() => loadCa(leaf)).toThrow('not that of an authority');
  });

  test.each([
    [new Date('2026-11-16T09:00:00Z'), '2026-11-17T09:00:00.000Z'],
    [new Date('2060-01-01T00:00:00Z'), '2060-01-02T00:00:00.000Z'],
  ])('made at %s for a day it ends a day later', (now, expected) => {
    const ca = createCa({ commonName: 'a', validMs: day, now });

    expect(new Date(new X509Certificate(ca.cert).validTo).toISOString()).toBe(expected);
  });
});
