import { expect, test } from 'vitest';
import { createCa } from '../../../../src/certificate/certificate-authority.js';
import { callerSettings, checkClientCa } from '../../../../src/runtime/webhook/server/caller-authority.js';
import { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';

const ca = (name: string): string => createCa({ commonName: name, validMs: 3_600_000 }).cert;

/** With most of these TLS asks callers for nothing, or for a certificate of any public authority. */
const ODD: readonly unknown[] = [
  '',
  ' ',
  '\n',
  '# the certificate comes later',
  'garbage',
  '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----',
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
  '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
  null,
  [],
  Buffer.from(''),
];

test.each(ODD.map((pem) => [pem]))('a server does not start with the client CA %j', (pem) => {
  const certificates = { run: async () => undefined };

  expect(() => new WebhookServer({ port: 0, certificates, clientCa: pem as string })).toThrow(
    /^clientCa has .*callers of webhooks cannot be checked/,
  );
});

test('one broken certificate in a bundle is an error', () => {
  const bundle = `# first\n${ca('a')}\n${ca('b')}`;

  expect(() => checkClientCa(bundle)).not.toThrow();
  expect(() => checkClientCa(bundle.replace(/[A-Za-z0-9]{20}/, ''), '/ca.crt')).toThrow(/^\/ca\.crt has a certificate/);
});

test('callers need a certificate as soon as there is a CA', () => {
  expect(callerSettings('PEM')).toEqual({ ca: 'PEM', requestCert: true, rejectUnauthorized: true });
  expect(callerSettings(undefined)).toEqual({});
});
