import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import {
  planCertificate,
  type CertificateState,
} from '../../../../src/runtime/webhook/certificates/certificate-plan.js';
import { readCertificate, writeCertificate } from '../../../../src/runtime/webhook/certificates/certificate-secret.js';
import { ObjectStore } from '../object-store.js';

const key = { name: 'cert', namespace: 'system' };
const { signal } = new AbortController();
const day = 86_400_000;
const now = new Date('2026-11-16T09:00:00.000Z');
const demand = { hosts: ['hooks.system.svc'], validMs: 90 * day, renewBeforeMs: 30 * day, overlapMs: 60_000 };
const first = planCertificate(undefined, demand, { now, isTrusted: true }).state;
const announced = planCertificate(first, demand, { now: new Date(now.getTime() + 61 * day), isTrusted: true }).state;

describe('the certificate Secret', () => {
  test.each<[string, CertificateState]>([
    ['one pair', first],
    ['a pair with its successor', announced],
  ])('gives back %s as it was stored', async (_, state) => {
    const { client } = new ObjectStore();
    const before = await readCertificate(client, key, signal);

    expect(await writeCertificate(client, key, { before, state, signal })).toBe(true);

    expect((await readCertificate(client, key, signal)).state).toEqual(state);
  });

  test('has the type and names that other tools expect', async () => {
    const store = new ObjectStore();
    const before = await readCertificate(store.client, key, signal);
    await writeCertificate(store.client, key, { before, state: first, signal });

    expect(store.get('Secret', 'cert', 'system')).toMatchObject({
      type: 'kubernetes.io/tls',
      data: {
        'tls.crt': Buffer.from(first.serving.cert).toString('base64'),
        'ca.crt': Buffer.from(first.ca.join('')).toString('base64'),
      },
    });
  });

  test('a namespace that does not exist is an error, and not tried again at once without end', async () => {
    const store = new ObjectStore();
    store.before = (call) => {
      if (call.startsWith('create'))
        throw new ApiError({ code: 404, reason: 'NotFound', message: 'no such namespace' });
    };
    const before = await readCertificate(store.client, key, signal);

    await expect(writeCertificate(store.client, key, { before, state: first, signal })).rejects.toThrow(
      'no such namespace',
    );
  });

  test('of two that create or change it at once, one is told to read again', async () => {
    const { client } = new ObjectStore();
    const empty = await readCertificate(client, key, signal);

    expect(await writeCertificate(client, key, { before: empty, state: first, signal })).toBe(true);
    expect(await writeCertificate(client, key, { before: empty, state: announced, signal })).toBe(false);
    const stored = await readCertificate(client, key, signal);
    expect(await writeCertificate(client, key, { before: stored, state: announced, signal })).toBe(true);
    expect(await writeCertificate(client, key, { before: stored, state: first, signal })).toBe(false);
  });

  test('keeps labels, annotations and owners of the Secret', async () => {
    const store = new ObjectStore();
    const metadata = { ...key, labels: { a: 'b' }, annotations: { c: 'd' } };
    store.put({ apiVersion: 'v1', kind: 'Secret', metadata });
    const before = await readCertificate(store.client, key, signal);

    await writeCertificate(store.client, key, { before, state: first, signal });

    expect(store.get('Secret', 'cert', 'system')?.metadata).toMatchObject({
      labels: { a: 'b' },
      annotations: { c: 'd' },
    });
  });

  test.each([{}, { 'ca.crt': 'AAAA' }, { 'ca.crt': Buffer.from(first.serving.cert).toString('base64') }])(
    'contents that make no sense count as none: %j',
    async (data) => {
      const store = new ObjectStore();
      store.put({ apiVersion: 'v1', kind: 'Secret', metadata: key, data } as never);

      const { state, secret } = await readCertificate(store.client, key, signal);

      expect(state).toBeUndefined();
      expect(secret).toBeDefined();
    },
  );
});
