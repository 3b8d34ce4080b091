/** The order in which the parts of a manager start and stop. */
import { type Clock, pause } from '../clock.js';
import { longLivedAbort, orAborted } from '../linked-abort.js';
import type { Logger } from '../log/logger.js';
import { optionMs, type WaitTime } from '../object/wait-time.js';
import type { Runnable } from '../runnable.js';
import { type Member, RunnableGroup } from './runnable-group.js';

/** In the order of their start. Servers must answer before caches list, because listing may call our own webhook. */
export const GROUPS = ['server', 'webhook', 'cache', 'always', 'leader'] as const;

/** One of the groups. */
export type GroupName = (typeof GROUPS)[number];

/** Competes for leadership; resolves after `signal` aborted, rejects when leadership was lost. */
export interface Election {
  run(signal: AbortSignal, callbacks: { started(): void }): Promise<void>;
}

/** Settings of a lifecycle. */
export interface LifecycleOptions {
  readonly log: Logger;
  readonly clock: Clock;
  /** 0: do not wait; negative: wait for ever. */
  readonly shutdownTimeoutMs: number;
  readonly election?: Election | undefined;
  /** Called at the very end of a stop, inside the grace period. */
  readonly flush?: (() => Promise<void>) | undefined;
}

/** The grace period was over before everything had stopped. */
export class ShutdownTimeoutError extends Error {
  override readonly name = 'ShutdownTimeoutError';
  constructor(timeoutMs: number, groups: readonly string[]) {
    super(`not everything stopped within the grace period of ${timeoutMs} ms; still running: ${groups.join(', ')}`);
  }
}

/** Starts once, stops once. */
export class Lifecycle {
  readonly elected: Promise<void>;
  readonly #options: LifecycleOptions;
  readonly #cutoff = longLivedAbort();
  readonly #stopping = longLivedAbort();
  readonly #groups: Readonly<Record<GroupName, RunnableGroup>>;
  readonly #warmups: NonNullable<Runnable['warmup']>[] = [];
  readonly #reason = new Error('the manager is stopping');
  readonly #warming = new Set<Promise<void>>();
  #isWarmedUp = false;
  #state: 'new' | 'running' | 'stopping' = 'new';
  #fail: (error: unknown) => void = () => undefined;
  #markElected: () => void = () => undefined;
  #graceMs: number;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.#graceMs = options.shutdownTimeoutMs;
    const group = (name: GroupName): RunnableGroup =>
      new RunnableGroup({
        name,
        log: options.log,
        cutoff: this.#cutoff.signal,
        onError: (error) => this.#onError(error),
      });
    this.#groups = {
      server: group('server'),
      webhook: group('webhook'),
      cache: group('cache'),
      always: group('always'),
      leader: group('leader'),
    };
    this.elected = new Promise((resolve) => (this.#markElected = resolve));
  }

  get isStarted(): boolean {
    return this.#state !== 'new';
  }

  /** Stops everything, as if a part had failed with `error`. */
  fail(error: unknown): void {
    if (this.#state === 'running') this.#fail(error);
  }

  /** What it returns ends this runnable alone. */
  add(runnable: Runnable, group: GroupName): Member {
    const member = this.#groups[group].add(runnable);
    const warmup = runnable.warmup?.bind(runnable);
    if (warmup && this.#isWarmedUp) this.#warm(warmup);
    else if (warmup) this.#warmups.push(warmup);
    return member;
  }

  /** Runs until `signal` aborts or something fails; then stops everything. Rejects with the first error. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#state !== 'new') throw new Error('this manager was started before; make a new one with createManager()');
    this.#state = 'running';
    let failure: { readonly error: unknown } | undefined;
    const failed = new Promise<void>((resolve) => {
      this.#fail = (error) => {
        failure ??= { error };
        resolve();
      };
    });
    const onAbort = (): void => this.#stopping.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const ended = new Promise<void>((resolve) => {
      if (this.#stopping.signal.aborted) resolve();
      else this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const election = new AbortController();
    const electing = this.#start(election.signal).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) this.#fail(error);
    });
    await Promise.race([ended, failed]);
    signal.removeEventListener('abort', onAbort);
    const timeout = await this.#stop(election, electing);
    if (failure && timeout)
      throw new AggregateError([failure.error, timeout], messageOf(failure.error), { cause: failure.error });
    if (failure) throw failure.error;
    if (timeout) throw timeout;
  }

  async #start(electionSignal: AbortSignal): Promise<void> {
    const { signal } = this.#stopping;
    for (const name of ['server', 'webhook', 'cache', 'always'] as const) {
      if (signal.aborted) return;
      await this.#groups[name].start(signal);
    }
    if (signal.aborted) return;
    this.#warmUp();
    const lead = (): void => {
      if (signal.aborted || this.#state === 'stopping') return;
      this.#groups.leader.start(signal).then(this.#markElected, (error: unknown) => this.#onError(error));
    };
    const { election } = this.#options;
    if (!election) return lead();
    try {
      await election.run(electionSignal, { started: lead });
    } catch (error) {
      // Another replica may lead already: nothing that runs here may continue.
      this.#graceMs = 0;
      if (this.#state === 'stopping') this.#cutoff.abort(error);
      throw error;
    }
  }

  /** Prepares what has been added so far; what comes later is prepared when it comes. */
  #warmUp(): void {
    this.#isWarmedUp = true;
    for (const warmup of this.#warmups.splice(0)) this.#warm(warmup);
  }

  #warm(warmup: NonNullable<Runnable['warmup']>): void {
    const { log } = this.#options;
    const context = { signal: this.#stopping.signal, cutoff: this.#cutoff.signal, log };
    const warming: Promise<void> = warmup(context)
      .catch((error: unknown) => this.#onError(error))
      .finally(() => this.#warming.delete(warming));
    this.#warming.add(warming);
  }

  async #stop(election: AbortController, electing: Promise<void>): Promise<ShutdownTimeoutError | undefined> {
    const { log, clock, flush } = this.#options;
    this.#state = 'stopping';
    const reason = this.#reason;
    this.#stopping.abort(reason);
    const graceMs = this.#graceMs;
    log.info('stopping', { graceMs });
    const graceEnd = new AbortController();
    if (graceMs === 0) this.#cutoff.abort(reason);
    else if (graceMs > 0)
      void pause(clock, graceMs, graceEnd.signal).then(() => graceEnd.signal.aborted || this.#cutoff.abort(reason));
    for (const name of ['always', 'leader'] as const) await this.#groups[name].stop(reason);
    // A successor need not wait for the last calls of our servers.
    election.abort(reason);
    for (const name of ['cache', 'webhook', 'server'] as const) await this.#groups[name].stop(reason);
    const rest = (async () => {
      await electing;
      // It never fails, so this ends early with the grace period only.
      await orAborted(Promise.all(this.#warming), this.#cutoff.signal).catch(() => undefined);
      await flush?.();
    })().catch((error: unknown) => log.error('stopping failed', { error }));
    // The lease is given up even when the grace period is over, in the elector's own time.
    await rest;
    graceEnd.abort();
    const left: string[] = GROUPS.filter((name) => this.#groups[name].isCutOff);
    if (this.#warming.size > 0) left.push('warm-up');
    log.info('stopped', left.length === 0 ? {} : { stillRunning: left });
    // Lost leadership ends the wait as well, and has its own error.
    const isOver = graceMs > 0 && this.#cutoff.signal.reason === reason;
    return left.length > 0 && isOver ? new ShutdownTimeoutError(graceMs, left) : undefined;
  }

  #onError(error: unknown): void {
    if (this.#state !== 'stopping') return this.#fail(error);
    if (!this.#isOurAbort(error)) this.#options.log.error('failure while stopping', { error });
  }

  #isOurAbort(error: unknown): boolean {
    const reasons = [this.#stopping.signal.reason, this.#reason];
    return reasons.includes(error) || (error instanceof Error && error.name === 'AbortError');
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Milliseconds for work to finish; negative for any time. */
export function graceMs(shutdownTimeout: WaitTime | 'forever' | undefined): number {
  if (shutdownTimeout === 'forever') return -1;
  return optionMs('shutdownTimeout', shutdownTimeout, { mayBeZero: true }) ?? 30_000;
}
