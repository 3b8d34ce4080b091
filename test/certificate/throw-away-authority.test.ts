import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueOnce } from '../../src/certificate/throw-away-authority.js';

test('a certificate carries names and addresses, and verifies with its CA', () => {
  const { pair, ca } = issueOnce(['hooks.system.svc', '127.0.0.1'], 60_000);
  const leaf = new X509Certificate(pair.cert);

  expect(leaf.checkHost('hooks.system.svc')).toBeDefined();
  expect(leaf.checkIP('127.0.0.1')).toBeDefined();
  expect(leaf.checkHost('other.svc')).toBeUndefined();
  expect(leaf.verify(new X509Certificate(ca).publicKey)).toBe(true);
  expect(leaf.ca).toBe(false);
});

test('a name longer than a common name may be still gets a certificate', () => {
  const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.svc`;

  expect(new X509Certificate(issueOnce([host], 60_000).pair.cert).checkHost(host)).toBe(host);
});
