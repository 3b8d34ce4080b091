import { expect, test } from 'vitest';
import { signingRequestRules } from '../../../../src/plane/builtin/access/signing-strategy.js';

const NOW = '2026-01-02T03:04:05Z';
const request = (conditions: object[], status: object = {}) =>
  ({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: 'x' },
    spec: { username: 'forged' },
    status: { ...status, conditions },
  }) as never;

test('a request says who really asked', () => {
  const made = signingRequestRules.prepareCreate?.(request([]), () => [], { name: 'ann', groups: ['devs'] });

  expect(made).toMatchObject({ spec: { username: 'ann', groups: ['devs'] }, status: {} });
});

test('an approval gets its times and leaves the certificate alone', () => {
  const after = request([{ type: 'Approved', status: 'True' }], { certificate: 'new' });
  const before = request([], { certificate: 'old' });
  const approved = signingRequestRules.prepareStatus?.(after, before, { subresource: 'approval', now: NOW });

  const condition = { type: 'Approved', status: 'True', lastUpdateTime: NOW, lastTransitionTime: NOW };
  expect(approved?.['status']).toEqual({ certificate: 'old', conditions: [condition] });
});

test('a signer cannot change what an approver said', () => {
  const old = { type: 'Approved', status: 'True', message: 'yes', lastUpdateTime: NOW, lastTransitionTime: NOW };
  const signed = signingRequestRules.prepareStatus?.(
    request([{ ...old, message: 'no' }], { certificate: 'new' }),
    request([old]),
    { subresource: 'status', now: '2027-01-01T00:00:00Z' },
  );

  expect(signed?.['status']).toEqual({ certificate: 'new', conditions: [old] });
});
