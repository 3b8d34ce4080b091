/** The Lease that replicas compete for, and pure questions about it. */
import { defineKind } from '../object/kind.js';
import type { KubeObject, MicroTime } from '../object/meta.js';

/** `coordination.k8s.io/v1` Lease, as far as leader election uses it. */
export interface Lease extends KubeObject {
  spec?: LeaseSpec;
}

/** Who leads, and until when others must wait. */
export interface LeaseSpec {
  holderIdentity?: string | undefined;
  leaseDurationSeconds?: number | undefined;
  acquireTime?: MicroTime | undefined;
  renewTime?: MicroTime | undefined;
  leaseTransitions?: number | undefined;
}

/** The descriptor of Lease. */
export const Lease = defineKind<Lease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
});

/** RFC 3339 with exactly six digits of a second: the API server refuses any other number of them. */
export function microTime(date: Date): MicroTime {
  return date.toISOString().replace('Z', '000Z');
}

/** What one replica has seen of the lease, and when, by its own monotonic clock. */
export interface Observation {
  readonly spec: LeaseSpec;
  readonly seenAtMs: number;
}

/**
 * The observation after `spec` was read at `nowMs`. Only a change counts as a sign of life: times in
 * the lease come from clocks of other machines and are never compared with ours.
 */
export function observe(before: Observation | undefined, spec: LeaseSpec, nowMs: number): Observation {
  if (before && JSON.stringify(before.spec) === JSON.stringify(spec)) return before;
  return { spec, seenAtMs: nowMs };
}

/** Milliseconds until the lease may be taken from its holder; 0 when it may be taken now. */
export function heldForMs({ spec, seenAtMs }: Observation, nowMs: number, fallbackMs: number): number {
  if (!spec.holderIdentity) return 0;
  const seconds = spec.leaseDurationSeconds;
  const durationMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : fallbackMs;
  return Math.max(0, seenAtMs + durationMs - nowMs);
}

/** The lease as `identity` writes it to get or keep it. */
export function claim(
  before: LeaseSpec | undefined,
  { identity, durationSeconds, now }: { identity: string; durationSeconds: number; now: Date },
): LeaseSpec {
  const isMine = before?.holderIdentity === identity;
  const transitions = before?.leaseTransitions ?? 0;
  return {
    // Fields of other versions of the API, such as `strategy`, stay.
    ...before,
    holderIdentity: identity,
    leaseDurationSeconds: durationSeconds,
    acquireTime: (isMine ? before.acquireTime : undefined) ?? microTime(now),
    renewTime: microTime(now),
    leaseTransitions: before === undefined || isMine ? transitions : transitions + 1,
  };
}

/** The lease as its holder writes it to give it up: free at once. */
export function renounce(before: LeaseSpec, now: Date): LeaseSpec {
  const time = microTime(now);
  return { ...before, holderIdentity: '', leaseDurationSeconds: 1, acquireTime: time, renewTime: time };
}
