import { describe, expect, test } from 'vitest';
import { claim, heldForMs, microTime, observe, renounce } from '../../../src/runtime/leader/lease.js';

const now = new Date('2026-11-16T09:00:00.123Z');
const mine = { identity: 'me', durationSeconds: 15, now };

describe('the lease', () => {
  test('§2.1.1 times have exactly six digits of a second', () => {
    expect(microTime(now)).toBe('2026-11-16T09:00:00.123000Z');
    expect(microTime(new Date('2026-11-16T09:00:00Z'))).toBe('2026-11-16T09:00:00.000000Z');
  });

  test('the first holder starts at no transitions', () => {
    expect(claim(undefined, mine)).toEqual({
      holderIdentity: 'me',
      leaseDurationSeconds: 15,
      acquireTime: '2026-11-16T09:00:00.123000Z',
      renewTime: '2026-11-16T09:00:00.123000Z',
      leaseTransitions: 0,
    });
  });

  test('§2.3.7 renewing keeps the time of acquisition and the transitions', () => {
    const acquireTime = '2026-01-01T00:00:00.000000Z';

    expect(claim({ holderIdentity: 'me', acquireTime, leaseTransitions: 3 }, mine)).toMatchObject({
      acquireTime,
      leaseTransitions: 3,
      renewTime: '2026-11-16T09:00:00.123000Z',
    });
  });

  test.each(['other', ''])('§2.3.7 taking it from "%s" is one more transition', (holderIdentity) => {
    expect(claim({ holderIdentity, leaseTransitions: 3 }, mine)).toMatchObject({
      holderIdentity: 'me',
      leaseTransitions: 4,
      acquireTime: '2026-11-16T09:00:00.123000Z',
    });
  });

  test('§2.3.8 giving it up leaves no holder, one second, and the transitions', () => {
    expect(renounce({ holderIdentity: 'me', leaseTransitions: 3 }, now)).toMatchObject({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      leaseTransitions: 3,
    });
  });

  test('§2.3.5 only a change of the lease is a sign of life', () => {
    const first = observe(undefined, { holderIdentity: 'a', renewTime: '1' }, 100);

    expect(observe(first, { holderIdentity: 'a', renewTime: '1' }, 200).seenAtMs).toBe(100);
    expect(observe(first, { holderIdentity: 'a', renewTime: '2' }, 200).seenAtMs).toBe(200);
  });

  test.each([
    ['a live holder', { holderIdentity: 'a', leaseDurationSeconds: 10 }, 4_000, 6_000],
    ['a holder that ran out', { holderIdentity: 'a', leaseDurationSeconds: 10 }, 10_000, 0],
    ['no holder', { holderIdentity: '', leaseDurationSeconds: 10 }, 0, 0],
    ['a holder that gave no duration', { holderIdentity: 'a' }, 4_000, 11_000],
  ])('%s', (_, spec, nowMs, waitMs) => {
    expect(heldForMs({ spec, seenAtMs: 0 }, nowMs, 15_000)).toBe(waitMs);
  });
});
