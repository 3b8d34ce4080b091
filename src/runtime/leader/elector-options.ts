/** What an elector is made from, with checks that fail before anything runs. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Client } from '../client/client.js';
import type { ClusterConfig } from '../client/config/cluster-config.js';
import { systemClock, type Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { silentLogger } from '../log/silent-logger.js';
import type { KubeObject } from '../object/meta.js';
import { optionMs, type WaitTime } from '../object/wait-time.js';

/** Told about leadership; the manager maps this to its registry. */
export interface LeaderMetrics {
  leading(election: string, isLeading: boolean): void;
  /** A renewal that had to read the lease first. */
  slowPath(election: string): void;
}

/** How a try to get or keep a lock ended. Failures other than these reject. */
export type LockAttempt =
  /** `sentAtMs` is just before the claim was sent, by the clock of the elector: others count from some moment after it. */
  | { readonly result: 'held'; readonly slow: boolean; readonly sentAtMs: number }
  /** Someone else has it, and may be asked again after `waitMs`. */
  | { readonly result: 'taken'; readonly by: string; readonly waitMs: number }
  /** Someone else was quicker. */
  | { readonly result: 'conflict' };

/** A lock that one process has at a time. Tries do not overlap. */
export interface LeaderLock {
  /** Who had it when it was last seen; empty when nobody did. */
  readonly holder: string;
  /** The object behind it, for events about it. */
  readonly lease?: KubeObject;
  /** Tries to become or stay the holder, for the duration of the lease, from the moment of the claim. */
  attempt(signal: AbortSignal): Promise<LockAttempt>;
  /** Gives it up if this process has it; false means: try again. */
  release(signal: AbortSignal): Promise<boolean>;
}

/** A renewal that was made in place of the elector. */
export interface SpareRenewal {
  /** Tells renewals apart. */
  readonly at: bigint;
  /** How long ago it was sent. */
  readonly ageMs: number;
  /** When it was sent, by the wall clock. */
  readonly wallMs: number;
}

/** Renewals by someone who works while the main thread does not; see `LeaseKeeper`. */
export interface SpareRenewals {
  /** The elector has got or renewed the lease, with a claim that was sent so long ago. */
  claimed(ageMs: number): void;
  /** The newest renewal in its place. */
  last(): SpareRenewal | undefined;
  /** The elector leads no longer. */
  ended(): void;
}

/** How the lease is kept while the main thread computes. */
export interface LeaseThreadOptions {
  /** After this time without a turn of the event loop nothing is renewed, so that another replica takes over; 30 s unless given. */
  readonly hangLimit?: WaitTime | undefined;
}

/** Options of leader election that a user sets. */
export interface LeaderElectionOptions {
  /** Name of the Lease; replicas with the same id compete. */
  readonly id: string;
  /** Namespace of the Lease; the pod's own unless given. */
  readonly namespace?: string | undefined;
  /** Unique per process; `<hostname>_<uuid>` unless given. */
  readonly identity?: string | undefined;
  /** How long others wait for a sign of life; 15 s unless given. */
  readonly leaseDuration?: WaitTime | undefined;
  /** How long the leader tries to renew before it gives up; 10 s unless given. */
  readonly renewDeadline?: WaitTime | undefined;
  /** Time between tries; 2 s unless given. */
  readonly retryPeriod?: WaitTime | undefined;
  /** Whether a clean stop frees the lease for the next replica; true unless given. */
  readonly releaseOnCancel?: boolean | undefined;
  /** Another cluster for the Lease; the manager's own by default. */
  readonly config?: ClusterConfig | undefined;
  /** In place of a Lease: whatever only one process can have. */
  readonly lock?: LeaderLock | undefined;
  /**
   * Renews the lease in a thread while the main thread computes for so long that it cannot; off unless given. It takes
   * about 8 MB of memory.
   */
  readonly thread?: boolean | LeaseThreadOptions | undefined;
  /** Labels kept on the Lease. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Everything an elector needs. */
export interface ElectorOptions extends LeaderElectionOptions {
  readonly namespace: string;
  /** Should have connections of its own, so that renewals do not queue behind other calls. */
  readonly client: Pick<Client, 'create' | 'update'> & { readonly live: Pick<Client, 'find'> };
  readonly log?: Logger | undefined;
  readonly metrics?: LeaderMetrics | undefined;
  /** Records an event about the Lease. */
  readonly event?: ((lease: KubeObject, note: string) => void) | undefined;
  /** Renews while the main thread cannot. */
  readonly spare?: SpareRenewals | undefined;
  readonly clock?: Clock | undefined;
  /** Wall clock, for the times written into the Lease and to notice that the machine was suspended. */
  readonly wallTime?: (() => Date) | undefined;
  /** 0 ≤ x < 1; spreads the tries of several replicas. */
  readonly random?: (() => number) | undefined;
}

type Times = Pick<LeaderElectionOptions, 'leaseDuration' | 'renewDeadline' | 'retryPeriod'>;

/** Options with everything filled in. */
export type CheckedElectorOptions = Required<
  Omit<ElectorOptions, 'metrics' | 'event' | 'config' | 'lock' | 'spare' | 'thread' | keyof Times>
> &
  Pick<ElectorOptions, 'metrics' | 'event' | 'lock' | 'spare'> & {
    readonly leaseMs: number;
    readonly renewDeadlineMs: number;
    readonly retryMs: number;
    /** What others wait for: whole seconds. */
    readonly durationSeconds: number;
    /** How long a renewal is good for. Less than others wait, so that what was sent at the last moment arrives before a successor works. */
    readonly validMs: number;
  };

/** Fills in defaults; throws when the times cannot work. */
export function checkElectorOptions(options: ElectorOptions): CheckedElectorOptions {
  const { leaseDuration = '15s', renewDeadline = '10s', retryPeriod = '2s', ...rest } = options;
  const checked = {
    identity: `${hostname()}_${randomUUID()}`,
    leaseMs: timeOf('leaseDuration', leaseDuration),
    renewDeadlineMs: timeOf('renewDeadline', renewDeadline),
    retryMs: timeOf('retryPeriod', retryPeriod),
    releaseOnCancel: true,
    labels: {},
    log: silentLogger,
    clock: systemClock,
    wallTime: () => new Date(),
    random: Math.random,
    ...definedOnly(rest),
  };
  const { id, namespace, identity, leaseMs, renewDeadlineMs, retryMs } = checked;
  const require = (isFine: boolean, message: string): void => {
    if (!isFine) throw new Error(`leader election: ${message}`);
  };
  require(id !== '', 'id is empty: give the name of a Lease, such as 1f3a.my.domain');
  require(namespace !== '', 'namespace is empty: give the namespace of the Lease');
  require(identity !== '', 'identity is empty');
  require(leaseMs >= 1000, `leaseDuration is ${leaseMs} ms, but a Lease counts whole seconds: use 1s or more`);
  require(leaseMs >
    renewDeadlineMs, `leaseDuration (${leaseMs} ms) must be more than renewDeadline (${renewDeadlineMs} ms)`);
  require(renewDeadlineMs >
    1.2 * retryMs, `renewDeadline (${renewDeadlineMs} ms) must be more than 1.2 × retryPeriod (${retryMs} ms)`);
  const durationSeconds = Math.floor(leaseMs / 1000);
  return { ...checked, durationSeconds, validMs: Math.min(durationSeconds * 1000, retryMs + renewDeadlineMs) };
}

function timeOf(name: keyof Times, time: WaitTime): number {
  return optionMs(`leader election: ${name}`, time) ?? 0;
}

function definedOnly<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
