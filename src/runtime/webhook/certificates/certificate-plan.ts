/**
 * Decides what to do with the certificate in the Secret. Pure: the same contents and the same time
 * give the same answer on every replica, and whoever writes first wins.
 *
 * A rotation takes three steps, each at least `overlapMs` after the one before, so that at any moment
 * every replica serves a certificate that every API server trusts:
 *
 * 1. announce: a new pair is stored beside the old one, and its CA joins the trusted ones;
 * 2. promote: the new pair is served, both CAs stay trusted;
 * 3. forget: the old CA is no longer trusted.
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { CertificatePair } from '../../../certificate/certificate-authority.js';
import { belongTogether } from './certificate-files.js';
import { issueOnce } from '../../../certificate/throw-away-authority.js';

/** What the Secret contains. */
export interface CertificateState {
  /** Served now. */
  readonly serving: CertificatePair;
  /** To be served next. */
  readonly next?: CertificatePair;
  /** CAs that callers must trust, PEM. */
  readonly ca: readonly string[];
  /** When the last step of a rotation was taken. */
  readonly since: Date;
}

/** What a certificate must be like. */
export interface CertificateDemand {
  readonly hosts: readonly string[];
  readonly validMs: number;
  /** A new certificate is announced when the old one has less than this left. */
  readonly renewBeforeMs: number;
  readonly overlapMs: number;
}

/** What to do, and the state after it. */
export interface CertificatePlan {
  readonly action: 'keep' | 'create' | 'announce' | 'promote' | 'forget';
  readonly state: CertificateState;
}

/** The next step at `now`. `isTrusted` says whether all CAs of the state have reached the API server. */
export function planCertificate(
  current: CertificateState | undefined,
  demand: CertificateDemand,
  { now, isTrusted }: { now: Date; isTrusted: boolean },
): CertificatePlan {
  const { hosts, validMs, renewBeforeMs, overlapMs } = demand;
  if (!current || !isUsable(current.serving, hosts, now)) {
    const { pair, ca } = issueOnce(hosts, validMs, now);
    // Nothing that works is lost by serving the new pair at once.
    return { action: 'create', state: { serving: pair, ca: [ca, ...(current?.ca ?? []).slice(0, 1)], since: now } };
  }
  const hasWaited = now.getTime() - current.since.getTime() >= overlapMs;
  const { next, ca: trusted } = current;
  if (next && isUsable(next, hosts, now)) {
    if (!hasWaited || !isTrusted) return { action: 'keep', state: current };
    return { action: 'promote', state: { serving: next, ca: trusted, since: now } };
  }
  // The newest CA is that of a successor which cannot be used; the serving one comes after it.
  if (next) return { action: 'forget', state: { serving: current.serving, ca: trusted.slice(1), since: now } };
  if (current.ca.length > 1) {
    if (!hasWaited) return { action: 'keep', state: current };
    return { action: 'forget', state: { ...current, ca: current.ca.slice(0, 1), since: now } };
  }
  if (remainingMs(current.serving.cert, now) > renewBeforeMs) return { action: 'keep', state: current };
  const { pair, ca } = issueOnce(hosts, validMs, now);
  return { action: 'announce', state: { ...current, next: pair, ca: [ca, ...current.ca], since: now } };
}

/** Whether a pair can be served to callers that know the server by `hosts`. */
export function isUsable(pair: CertificatePair, hosts: readonly string[], now: Date): boolean {
  if (!belongTogether(pair)) return false;
  const certificate = new X509Certificate(pair.cert);
  if (remainingMs(pair.cert, now) <= 0) return false;
  const carries = (host: string): boolean =>
    (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
  return hosts.every(carries);
}

function remainingMs(cert: string, now: Date): number {
  return Date.parse(new X509Certificate(cert).validTo) - now.getTime();
}
