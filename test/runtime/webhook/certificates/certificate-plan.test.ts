import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  isUsable,
  planCertificate,
  type CertificatePlan,
  type CertificateState,
} from '../../../../src/runtime/webhook/certificates/certificate-plan.js';

const day = 86_400_000;
const minute = 60_000;
const start = new Date('2026-11-16T09:00:00Z');
const hosts = ['hooks.system.svc', '127.0.0.1'];
const demand = { hosts, validMs: 90 * day, renewBeforeMs: 30 * day, overlapMs: 10 * minute };

describe('planCertificate', () => {
  test('creates a pair when there is none', () => {
    const { action, state } = plan(undefined, start);

    expect(action).toBe('create');
    expect(isUsable(state.serving, hosts, start)).toBe(true);
    expect(state.ca).toHaveLength(1);
    expectTrusted(state);
  });

  test('keeps a pair that is good for long', () => {
    const { state } = plan(undefined, start);

    expect(plan(state, after(start, 59 * day))).toEqual({ action: 'keep', state });
  });

  test('rotates in three steps, and what is served is trusted at every moment', () => {
    const first = plan(undefined, start).state;

    const announceAt = after(start, 61 * day);
    const announced = plan(first, announceAt);
    expect(announced.action).toBe('announce');
    expect(announced.state.serving).toEqual(first.serving);
    expect(announced.state.ca).toHaveLength(2);

    expect(plan(announced.state, after(announceAt, 9 * minute)).action).toBe('keep');
    const promoteAt = after(announceAt, 10 * minute);
    const promoted = plan(announced.state, promoteAt);
    expect(promoted.action).toBe('promote');
    expect(promoted.state.serving).toEqual(announced.state.next);
    expect(promoted.state.ca).toEqual(announced.state.ca);

    expect(plan(promoted.state, after(promoteAt, 9 * minute)).action).toBe('keep');
    const forgotten = plan(promoted.state, after(promoteAt, 10 * minute));
    expect(forgotten.action).toBe('forget');
    expect(forgotten.state.ca).toEqual([promoted.state.ca[0]]);
    expect(plan(forgotten.state, after(promoteAt, day)).action).toBe('keep');

    for (const { state } of [announced, promoted, forgotten]) expectTrusted(state);
  });

  test('does not serve a new pair before its CA is trusted, however long that takes', () => {
    const first = plan(undefined, start).state;
    const { state } = plan(first, after(start, 61 * day));

    expect(plan(state, after(start, 62 * day), false).action).toBe('keep');
    expect(plan(state, after(start, 62 * day), true).action).toBe('promote');
  });

  test.each<[string, (state: CertificateState) => CertificateState, Date]>([
    ['an expired pair', (state) => state, after(start, 91 * day)],
    ['a pair that does not fit together', (s) => ({ ...s, serving: { ...s.serving, key: other.serving.key } }), start],
    ['text that is no certificate', (s) => ({ ...s, serving: { cert: 'x', key: 'y' } }), start],
  ])('replaces %s at once, and keeps its CA trusted for a while', (_, damage, now) => {
    const broken = damage(plan(undefined, start).state);

    const { action, state } = plan(broken, now);

    expect(action).toBe('create');
    expect(isUsable(state.serving, hosts, now)).toBe(true);
    expect(state.ca.slice(1)).toEqual(broken.ca);
    expectTrusted(state);
  });

  test('replaces a pair that does not carry the name by which it is called', () => {
    const { state } = plan(undefined, start);

    expect(planCertificate(state, { ...demand, hosts: ['other.svc'] }, { now: start, isTrusted: true }).action).toBe(
      'create',
    );
  });

  test('drops a successor that cannot be used, and its CA', () => {
    const first = plan(undefined, start).state;
    const announced = plan(first, after(start, 61 * day)).state;

    const { action, state } = plan({ ...announced, next: { cert: 'x', key: 'y' } }, after(start, 62 * day));

    expect(action).toBe('forget');
    expect(state).toMatchObject({ serving: first.serving, ca: first.ca });
    expectTrusted(state);
  });
});

const other = planCertificate(undefined, demand, { now: start, isTrusted: true }).state;

function plan(state: CertificateState | undefined, now: Date, isTrusted = true): CertificatePlan {
  return planCertificate(state, demand, { now, isTrusted });
}

function after(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}

/** What is served, now and next, must come from a CA in the bundle. */
function expectTrusted({ serving, next, ca }: CertificateState): void {
  for (const pair of next ? [serving, next] : [serving]) {
    const leaf = new X509Certificate(pair.cert);
    expect(ca.some((issuer) => leaf.verify(new X509Certificate(issuer).publicKey))).toBe(true);
  }
}
