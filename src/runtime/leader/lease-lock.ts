/** One try to get, keep or give up the lease. */
import { is } from '../client/requests/api-error.js';
import { mutable } from '../object/readonly.js';
import type { CheckedElectorOptions, LeaderLock, LockAttempt } from './elector-options.js';
import { claim, heldForMs, Lease, observe, renounce, type LeaseSpec, type Observation } from './lease.js';

/** The lease, as this process last saw it. Tries must not overlap. */
export class LeaseLock implements LeaderLock {
  readonly #options: CheckedElectorOptions;
  /** The object last read or written: its resourceVersion makes a lost race fail. */
  #lease: Lease | undefined;
  #observation: Observation | undefined;
  #claimedAtMs = 0;

  constructor(options: CheckedElectorOptions) {
    this.#options = options;
  }

  /** Who held the lease when it was last seen; empty when nobody did. */
  get holder(): string {
    return this.#observation?.spec.holderIdentity ?? '';
  }

  /** The object, for events about it. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Tries to become or stay the holder. */
  async attempt(signal: AbortSignal): Promise<LockAttempt> {
    const { identity } = this.#options;
    if (this.#lease && this.holder === identity) {
      const updated = await this.#write(this.#lease, signal).catch(unlessConflict);
      if (updated) return this.#held(false);
    }
    const found = await this.#read(signal);
    if (!found) return (await this.#create(signal)) ? this.#held(false) : { result: 'conflict' };
    const nowMs = this.#options.clock.now();
    const waitMs = heldForMs(this.#seen(found.spec ?? {}, nowMs), nowMs, this.#options.leaseMs);
    const slow = this.holder === identity;
    if (waitMs > 0 && !slow) return { result: 'taken', by: this.holder, waitMs };
    const updated = await this.#write(found, signal).catch(unlessConflict);
    return updated ? this.#held(slow) : { result: 'conflict' };
  }

  /**
   * Gives the lease up, if the server says that we hold it: a lease that someone else took meanwhile
   * is never touched. Returns whether there was nothing left to do; false means: try again.
   */
  async release(signal: AbortSignal): Promise<boolean> {
    const found = await this.#read(signal);
    if (found?.spec?.holderIdentity !== this.#options.identity) return true;
    const spec = renounce(found.spec, this.#options.wallTime());
    return Boolean(await this.#update({ ...found, spec }, signal).catch(unlessConflict));
  }

  #held(slow: boolean): LockAttempt {
    return { result: 'held', slow, sentAtMs: this.#claimedAtMs };
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { client, id: name, namespace } = this.#options;
    const found = await client.live.find(Lease, { name, namespace }, { signal });
    return found && mutable<Lease>(found);
  }

  async #create(signal: AbortSignal): Promise<boolean> {
    const { client, id: name, namespace, labels } = this.#options;
    const lease = new Lease({ metadata: { name, namespace, labels: { ...labels } }, spec: this.#claim(undefined) });
    const created = await client.create(lease, { signal }).catch(unlessConflict);
    if (created) this.#keep(created);
    return Boolean(created);
  }

  #write(lease: Lease, signal: AbortSignal): Promise<Lease> {
    return this.#update({ ...lease, spec: this.#claim(lease.spec ?? {}) }, signal);
  }

  async #update(lease: Lease, signal: AbortSignal): Promise<Lease> {
    const labels = { ...lease.metadata.labels, ...this.#options.labels };
    const updated = await this.#options.client.update<Lease>(
      { ...lease, metadata: { ...lease.metadata, labels } },
      { signal },
    );
    this.#keep(updated);
    return updated;
  }

  #keep(lease: Lease): void {
    this.#lease = lease;
    this.#seen(lease.spec ?? {}, this.#options.clock.now());
  }

  #claim(before: LeaseSpec | undefined): LeaseSpec {
    const { identity, durationSeconds, wallTime, clock } = this.#options;
    this.#claimedAtMs = clock.now();
    return claim(before, { identity, durationSeconds, now: wallTime() });
  }

  #seen(spec: LeaseSpec, nowMs: number): Observation {
    this.#observation = observe(this.#observation, spec, nowMs);
    return this.#observation;
  }
}

/** A lost race is an answer, not a failure; so is a lease that someone deleted. */
function unlessConflict(error: unknown): undefined {
  if (is.conflict(error) || is.alreadyExists(error) || is.notFound(error)) return undefined;
  throw error;
}
