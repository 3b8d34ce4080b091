import { describe, expect, test } from 'vitest';
import { checkElectorOptions } from '../../../src/runtime/leader/elector-options.js';
import { LeaseLock } from '../../../src/runtime/leader/lease-lock.js';
import { ManualClock } from '../manual-clock.js';
import { leaseOf, LeaseServer } from './lease-server.js';

const { signal } = new AbortController();

describe('LeaseLock', () => {
  test('§2.3.4 creates a lease that does not exist, with its labels', async () => {
    const { server, lock } = setUp({ labels: { app: 'op' } });

    expect(await lock.attempt(signal)).toMatchObject({ result: 'held', slow: false });
    expect(server.lease).toMatchObject({ metadata: { labels: { app: 'op' } }, spec: { holderIdentity: 'me' } });
  });

  test('§1.1.10 §2.3.3 renews with one call, and keeps labels that others set', async () => {
    const { server, lock, calls } = setUp({ labels: { app: 'op' } });
    await lock.attempt(signal);
    calls.length = 0;

    await lock.attempt(signal);

    expect(calls).toEqual(['update']);
    expect(server.lease?.spec?.leaseTransitions).toBe(0);
  });

  test('§2.3.6 a lease that someone else holds is taken only after its time, counted from its last change', async () => {
    const { server, lock, clock } = setUp();
    server.put(leaseOf('other', 10));

    expect(await lock.attempt(signal)).toEqual({ result: 'taken', by: 'other', waitMs: 10_000 });
    clock.advance(9_000);
    server.put({ ...leaseOf('other', 10), spec: { ...leaseOf('other', 10).spec, renewTime: 'later' } });
    expect(await lock.attempt(signal)).toMatchObject({ result: 'taken', waitMs: 10_000 });
    clock.advance(10_000);
    expect(await lock.attempt(signal)).toMatchObject({ result: 'held' });

    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'me', leaseTransitions: 5 });
  });

  test('§2.1.3 a lost race is a conflict', async () => {
    const { server, lock } = setUp({}, (call, { put }) => {
      if (call === 'update') put(leaseOf('other'));
    });
    server.put(leaseOf(''));

    expect(await lock.attempt(signal)).toEqual({ result: 'conflict' });
    expect(server.lease?.spec?.holderIdentity).toBe('other');
  });

  test('a renewal that lost its answer is found again by reading', async () => {
    const { server, lock } = setUp();
    await lock.attempt(signal);
    server.put({ ...leaseOf('me'), metadata: { name: 'op', namespace: 'system' } });

    expect(await lock.attempt(signal)).toMatchObject({ result: 'held', slow: true });
  });

  test('a lease that was deleted is made again', async () => {
    const { server, lock } = setUp();
    await lock.attempt(signal);
    server.lease = undefined;

    expect(await lock.attempt(signal)).toMatchObject({ result: 'held' });
  });

  test('the time of a renewal is that of sending it, not of the answer', async () => {
    const { lock, clock } = setUp({}, (call, { clock }) => {
      if (call !== 'find') clock.advance(3_000);
    });
    clock.advance(1_000);

    expect(await lock.attempt(signal)).toMatchObject({ result: 'held', sentAtMs: 1_000 });
  });

  test('releasing frees the lease', async () => {
    const { server, lock } = setUp();
    await lock.attempt(signal);

    expect(await lock.release(signal)).toBe(true);
    expect(server.lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
  });

  test('§2.3.9 §17.5.1 releasing never touches a lease that someone else took', async () => {
    const { server, lock } = setUp();
    await lock.attempt(signal);
    server.put(leaseOf('other'));

    expect(await lock.release(signal)).toBe(true);
    expect(server.lease?.spec?.holderIdentity).toBe('other');
  });

  test('§2.3.8 a race while releasing asks to try again', async () => {
    let races = 1;
    const { lock } = setUp({}, (call, { put }) => {
      if (call === 'update' && races-- > 0) put(leaseOf('me'));
    });
    await lock.attempt(signal);

    expect(await lock.release(signal)).toBe(false);
    expect(await lock.release(signal)).toBe(true);
  });
});

function setUp(
  options: { labels?: Record<string, string> } = {},
  gate?: (call: string, world: { put: LeaseServer['put']; clock: ManualClock }) => void,
): { server: LeaseServer; lock: LeaseLock; clock: ManualClock; calls: string[] } {
  const server = new LeaseServer();
  const clock = new ManualClock();
  const calls: string[] = [];
  const client = server.client((call) => {
    calls.push(call);
    gate?.(call, { put: (lease) => server.put(lease), clock });
  });
  const lock = new LeaseLock(
    checkElectorOptions({ client, id: 'op', namespace: 'system', identity: 'me', clock, ...options }),
  );
  return { server, lock, clock, calls };
}
