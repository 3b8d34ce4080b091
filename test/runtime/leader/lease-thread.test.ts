import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { MessagePort } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import type { Lease } from '../../../src/runtime/leader/lease.js';
import { leaseThread, SLOTS } from '../../../src/runtime/leader/lease-thread.js';
import { fakeServer, type Seen } from '../client/fake-api.js';
import { leaseOf } from './lease-server.js';

const SECOND = 1_000_000_000n;
const times = { retryMs: 2_000, validMs: 12_000, requestTimeoutMs: 5_000, hungAfterMs: 2_000, hangLimitMs: 30_000 };

describe('leaseThread', () => {
  test('renews with the version that it read, while the main thread has not been heard of', async () => {
    const { puts, renewed } = await checkOnce({ silent: 5, claimed: 5 });

    expect(puts).toHaveLength(1);
    expect(puts[0]?.headers['authorization']).toBe('Bearer t');
    const { metadata, spec } = JSON.parse(puts[0]?.body ?? '') as Lease;
    expect(metadata.resourceVersion).toBe('7');
    expect(spec).toMatchObject({ holderIdentity: 'me', leaseDurationSeconds: 15, leaseTransitions: 4 });
    expect(spec?.renewTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z$/);
    expect(spec?.renewTime).not.toBe(leaseOf('me').spec?.renewTime);
    expect(renewed).toBe(true);
  });

  test.each([
    ['the main thread lives', { silent: 1, claimed: 5 }],
    ['it has hung for longer than the limit', { silent: 31, claimed: 5 }],
    ['the lease has just been renewed', { silent: 5, claimed: 1 }],
    ['it was renewed here', { silent: 8, claimed: 9, renewed: 1 }],
    ['the lease has run out, so that others may have begun', { silent: 13, claimed: 13 }],
    ['this process does not lead', { silent: 5 }],
    ['nobody has told it yet who it is', { silent: 5, claimed: 5, isStranger: true }],
  ])('asks for nothing when %s', async (_, state) => {
    expect((await checkOnce(state)).seen).toEqual([]);
  });

  test('goes on from its own renewals, for as long as the limit lasts', async () => {
    expect((await checkOnce({ silent: 29, claimed: 29, renewed: 3 })).renewed).toBe(true);
  });

  test('never touches a lease that another has', async () => {
    const { puts, renewed } = await checkOnce({ silent: 5, claimed: 5, holder: 'other' });

    expect([puts.length, renewed]).toEqual([0, false]);
  });

  test.each([409, 403, 500])('a write that is answered with %d does not count', async (putStatus) => {
    const { puts, renewed } = await checkOnce({ silent: 5, claimed: 5, putStatus });

    expect([puts.length, renewed]).toEqual([1, false]);
  });
});

interface Given {
  /** Seconds since the last sign of life, the last claim of the main thread, and the last renewal of the thread. */
  readonly silent: number;
  readonly claimed?: number;
  readonly renewed?: number;
  readonly holder?: string;
  readonly putStatus?: number;
  readonly isStranger?: boolean;
}

async function checkOnce(given: Given): Promise<{ seen: readonly Seen[]; puts: readonly Seen[]; renewed: boolean }> {
  const { silent, claimed, renewed, holder = 'me', putStatus = 200 } = given;
  const lease = leaseOf(holder);
  lease.metadata.resourceVersion = '7';
  await using server = await fakeServer(({ method, body }, response) => {
    response.writeHead(method === 'GET' ? 200 : putStatus).end(method === 'GET' ? JSON.stringify(lease) : body || '{}');
  });
  const shared = new SharedArrayBuffer(SLOTS.length * 8);
  const slots = new BigInt64Array(shared);
  const now = process.hrtime.bigint();
  const ago = (seconds: number | undefined): bigint => (seconds === undefined ? 0n : now - BigInt(seconds) * SECOND);
  slots.set([ago(silent), ago(claimed), ago(renewed)]);
  const port = new EventEmitter();
  const url = `${server.server}/lease`;
  const check = leaseThread({
    port: port as unknown as MessagePort,
    settings: { shared, url, identity: 'me', ...times },
    load: { http: () => http, https: () => https },
  });
  if (!given.isStranger) port.emit('message', { headers: { authorization: 'Bearer t' }, tls: {} });
  await check();
  const puts = server.seen.filter(({ method }) => method === 'PUT');
  return { seen: server.seen, puts, renewed: (slots[2] ?? 0n) >= now && (slots[3] ?? 0n) > 0n };
}
