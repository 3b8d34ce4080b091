/** Leader election: at most one of several processes works at a time. */
import { pause } from '../clock.js';
import { linkAbort, orAborted } from '../linked-abort.js';
import {
  checkElectorOptions,
  type CheckedElectorOptions,
  type ElectorOptions,
  type LeaderLock,
  type LockAttempt,
} from './elector-options.js';
import { LeaseLock } from './lease-lock.js';

/** Leadership ended although nobody asked for it. The process should exit: what it did may now be done by another. */
export class LeadershipLostError extends Error {
  override readonly name = 'LeadershipLostError';
}

/** Told while an elector runs. */
export interface ElectorCallbacks {
  /** This process leads now; `leading` is aborted when that ends, for whatever reason. */
  started(leading: AbortSignal): void;
  /** Another process leads, or this one. Called on each change. */
  newLeader?(identity: string): void;
}

/**
 * Competes for one Lease. Any number of them can run in one process.
 * @example
 * ```ts
 * const elector = new Elector({ id: 'guestbook.my.domain', namespace: 'default', client });
 * const leads = new Promise<void>((resolve) => void elector.run(signal, { started: () => resolve() }));
 * await leads;
 * console.log(elector.isLeader()); // true
 * ```
 */
export class Elector {
  readonly #options: CheckedElectorOptions;
  readonly #lock: LeaderLock;
  #isLeading = false;
  /** Monotonic time at which leadership ends unless renewed. */
  #untilMs = 0;
  /** The same by the wall clock, which keeps running while a machine is suspended. */
  #wallUntilMs = 0;
  #renewedAtMs = -1;
  #knownLeader = '';
  #caughtUpWith = 0n;

  /** Throws when the options cannot work. */
  constructor(options: ElectorOptions) {
    this.#options = checkElectorOptions(options);
    this.#lock = options.lock ?? new LeaseLock(this.#options);
  }

  /** This process in the Lease. */
  get identity(): string {
    return this.#options.identity;
  }

  /** Who leads, as far as this process knows; empty when nobody does. */
  get leader(): string {
    return this.#lock.holder;
  }

  /**
   * Whether this process may work now. It compares clocks at the moment of the call, so it is false
   * after a stalled event loop or a stopped process even before any timer has run: ask right before
   * work is taken and before anything is written.
   */
  isLeader(): boolean {
    if (!this.#isLeading) return false;
    return this.#isInTime() || (this.#catchUp() && this.#isInTime());
  }

  /** Throws a `LeadershipLostError` unless this process may work now. */
  throwIfNotLeader(): void {
    if (!this.isLeader()) throw new LeadershipLostError(`this process does not lead "${this.#options.id}"`);
  }

  /** A liveness check: throws when this process thinks it leads, but has not renewed in time. */
  check(toleranceMs = 20_000): void {
    const { clock, leaseMs, id } = this.#options;
    this.#catchUp();
    const ageMs = clock.now() - this.#renewedAtMs;
    if (this.#isLeading && ageMs > leaseMs + toleranceMs)
      throw new Error(`the lease "${id}" was last renewed ${Math.round(ageMs)} ms ago, but never given up`);
  }

  /**
   * Competes until `signal` is aborted, then gives the lease up. Rejects with a `LeadershipLostError`
   * when it led and could not keep the lease. Run it once.
   */
  async run(signal: AbortSignal, callbacks: ElectorCallbacks): Promise<void> {
    const { id, log, identity } = this.#options;
    log.info('waiting to become leader', { lease: id, identity });
    if (!(await this.#acquire(signal, callbacks))) return this.#release();
    const leading = new AbortController();
    this.#announce('became leader');
    try {
      callbacks.started(leading.signal);
      await this.#keep(signal, callbacks);
    } catch (error) {
      leading.abort(error);
      throw error;
    } finally {
      this.#isLeading = false;
      this.#options.spare?.ended();
      leading.abort(new Error('leadership was given up'));
      this.#announce('stopped leading');
    }
    await this.#release();
  }

  /** Tries until it holds the lease (true) or `signal` is aborted (false). */
  async #acquire(signal: AbortSignal, callbacks: ElectorCallbacks): Promise<boolean> {
    const { clock, retryMs, random, renewDeadlineMs } = this.#options;
    while (!signal.aborted) {
      const attempt = await this.#attempt(signal, renewDeadlineMs);
      if (attempt?.result === 'held') this.#renewed(attempt);
      this.#tellLeader(callbacks);
      if (attempt?.result === 'held') return true;
      // At most 0.9 of it, so that with the spread below a successor comes within a lease and one retry.
      const nextTryMs = retryMs * (0.7 + 0.2 * random());
      // A lease that runs out sooner is taken then, with a little spread among those who wait for it.
      const waitMs = attempt?.result === 'taken' ? attempt.waitMs + 1 + 0.1 * retryMs * random() : nextTryMs;
      await pause(clock, Math.min(waitMs, nextTryMs), signal);
    }
    return false;
  }

  /** Renews until `signal` is aborted; rejects when that fails for too long or another took the lease. */
  async #keep(signal: AbortSignal, callbacks: ElectorCallbacks): Promise<void> {
    const { clock, retryMs, id, metrics, log } = this.#options;
    while (!signal.aborted) {
      await pause(clock, Math.min(retryMs, this.#untilMs - clock.now()), signal);
      if (signal.aborted) return;
      if (this.#catchUp()) log.info('the lease was renewed by its thread, as the event loop was held', { lease: id });
      const remainingMs = this.#untilMs - clock.now();
      const attempt = remainingMs > 0 ? await this.#attempt(signal, remainingMs) : undefined;
      if (attempt?.result === 'held') this.#renewed(attempt);
      if (attempt?.result === 'held' && attempt.slow) metrics?.slowPath(id);
      this.#tellLeader(callbacks);
      if (attempt?.result === 'taken')
        throw new LeadershipLostError(`leader election lost: "${attempt.by}" took the lease "${id}"`);
      if (clock.now() >= this.#untilMs && !signal.aborted)
        throw new LeadershipLostError(`leader election lost: the lease "${id}" could not be renewed in time`);
    }
  }

  /** One try, bounded in time. Failures are logged and count as no result. */
  async #attempt(signal: AbortSignal, limitMs: number): Promise<LockAttempt | undefined> {
    const { clock, log, renewDeadlineMs } = this.#options;
    const timeoutMs = Math.min(limitMs, Math.max(1000, renewDeadlineMs / 2));
    using linked = linkAbort([signal], { timeoutMs, clock });
    try {
      return await orAborted(this.#lock.attempt(linked.signal), linked.signal);
    } catch (error) {
      if (!signal.aborted) log.error('could not get or renew the lease', { error, lease: this.#options.id });
      return undefined;
    }
  }

  #isInTime(): boolean {
    const { clock, wallTime } = this.#options;
    return clock.now() < this.#untilMs && wallTime().getTime() < this.#wallUntilMs;
  }

  #renewed({ sentAtMs }: { sentAtMs: number }): void {
    const { clock, wallTime, spare } = this.#options;
    this.#isLeading = true;
    this.#keepUntil(sentAtMs, wallTime().getTime() - (clock.now() - sentAtMs));
    spare?.claimed(clock.now() - sentAtMs);
  }

  /** Counts a renewal that was made while this thread did not run; false when there was none since the last. */
  #catchUp(): boolean {
    const { clock, spare } = this.#options;
    // Read first: a stall between the two makes the renewal older, never younger.
    const nowMs = clock.now();
    const last = spare?.last();
    if (!last || last.at === this.#caughtUpWith || nowMs - last.ageMs <= this.#renewedAtMs) return false;
    this.#caughtUpWith = last.at;
    this.#keepUntil(nowMs - last.ageMs, last.wallMs);
    return true;
  }

  #keepUntil(sentAtMs: number, sentAtWallMs: number): void {
    const { validMs } = this.#options;
    this.#renewedAtMs = sentAtMs;
    this.#untilMs = sentAtMs + validMs;
    this.#wallUntilMs = sentAtWallMs + validMs;
  }

  /** Frees the lease, if the server says it is ours. A failure only makes the successor wait. */
  async #release(): Promise<void> {
    const { releaseOnCancel, renewDeadlineMs, clock, log, id } = this.#options;
    if (!releaseOnCancel) return;
    // One that never led may hold it all the same: its last try was cut off, but may have arrived.
    const hasLed = this.#renewedAtMs >= 0;
    using linked = linkAbort([], { timeoutMs: hasLed ? renewDeadlineMs : 1_000, clock });
    const { signal } = linked;
    try {
      while (!signal.aborted && !(await orAborted(this.#lock.release(signal), signal))) await pause(clock, 50, signal);
      log.info('gave up the lease', { lease: id });
    } catch (error) {
      log.error('could not give up the lease; a successor waits until it runs out', { error, lease: id });
    }
  }

  #announce(what: 'became leader' | 'stopped leading'): void {
    const { id, identity, log, metrics, event } = this.#options;
    metrics?.leading(id, what === 'became leader');
    log.info(what, { lease: id, identity });
    if (this.#lock.lease) event?.(this.#lock.lease, `${identity} ${what}`);
  }

  #tellLeader({ newLeader }: ElectorCallbacks): void {
    const { holder } = this.#lock;
    if (holder === this.#knownLeader) return;
    this.#knownLeader = holder;
    if (holder !== '') newLeader?.(holder);
  }
}
