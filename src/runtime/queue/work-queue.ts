/** The queue between events and workers: pure bookkeeping, no I/O, time injected. */
import type { Clock, Timer } from '../clock.js';
import { systemClock } from '../clock.js';
import { Heap } from './heap.js';
import type { AddOptions, QueueObserver, Taken, WorkQueueOptions } from './queue-contract.js';
import type { RateLimiter } from './rate-limiter.js';
import { defaultLimiter } from './rate-limiter.js';
import { ReasonTrail } from './reason-trail.js';

/** A key −100 below the others waits at most 10 s longer than they do. */
const DEFAULT_AGING_MS = 100;

interface Entry<Reason> {
  readonly key: string;
  readonly reasons: ReasonTrail<Reason>;
  heapIndex: number;
  /** `ready`: in the ready heap, or held back because a worker has the key. */
  state: 'waiting' | 'ready';
  priority: number;
  readyAt: number;
  /** Order of equal ranks. */
  sequence: number;
  /** Smaller runs first. Fixed when the entry becomes ready, because all entries age at the same rate. */
  rank: number;
}

/**
 * Keys that need work. A key is queued at most once and never given to two workers at the same time;
 * one that is added while a worker has it runs once more afterwards.
 * @example
 * ```ts
 * const queue = new WorkQueue({ limiter: exponentialLimiter() });
 * queue.add('default/a', { afterMs: 500, priority: 1 });
 * ```
 */
export class WorkQueue<Reason = unknown> {
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  readonly #agingMs: number;
  readonly #observer: QueueObserver | undefined;
  readonly #entries = new Map<string, Entry<Reason>>();
  readonly #ready = new Heap<Entry<Reason>>(
    (a, b) => a.rank < b.rank || (a.rank === b.rank && a.sequence < b.sequence),
  );
  readonly #waiting = new Heap<Entry<Reason>>(
    (a, b) => a.readyAt < b.readyAt || (a.readyAt === b.readyAt && a.sequence < b.sequence),
  );
  readonly #running = new Map<string, number>();
  readonly #takers: ((taken: Taken<Reason> | undefined) => void)[] = [];
  readonly #idleListeners: (() => void)[] = [];
  #timer: Timer | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #sequence = 0;
  #isShutDown = false;

  constructor(options: WorkQueueOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#limiter = options.limiter ?? defaultLimiter(this.#clock);
    this.#agingMs = options.agingMsPerLevel ?? DEFAULT_AGING_MS;
    this.#observer = options.observer;
  }

  /** Adds a key, or brings forward one that is queued. After `shutDown` this does nothing. */
  add(key: string, options: AddOptions<Reason> = {}): void {
    if (this.#isShutDown) return;
    const delayMs = this.#delayOf(key, options);
    if (delayMs > 0) this.#observer?.retried();
    const readyAt = this.#clock.now() + delayMs;
    const priority = options.priority ?? 0;
    const known = this.#entries.get(key);
    if (known) this.#merge(known, delayMs > 0 ? readyAt : undefined, priority);
    else this.#insert(key, delayMs > 0 ? readyAt : undefined, priority);
    if (options.reason !== undefined) this.#entries.get(key)?.reasons.add(options.reason);
    this.#handOut();
    this.#armTimer();
  }

  /** The next key; waits for one. `undefined` after `shutDown` and when `signal` aborts. */
  take(signal?: AbortSignal): Promise<Taken<Reason> | undefined> {
    if (this.#isShutDown || signal?.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const stop = (): void => {
        const position = this.#takers.indexOf(settle);
        if (position >= 0) this.#takers.splice(position, 1);
        settle(undefined);
      };
      const settle = (taken: Taken<Reason> | undefined): void => {
        signal?.removeEventListener('abort', stop);
        resolve(taken);
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#takers.push(settle);
      this.#handOut();
    });
  }

  /** The worker is finished with a key that it took. */
  done(key: string): void {
    const startedAt = this.#running.get(key);
    if (startedAt === undefined) return;
    this.#running.delete(key);
    this.#observer?.finished(this.#clock.now() - startedAt);
    const again = this.#entries.get(key);
    if (again?.state === 'ready') this.#ready.push(again);
    if (this.#running.size === 0) this.#idleListeners.splice(0).forEach((listener) => listener());
    this.#handOut();
  }

  /** The key succeeded: its next failure is a first one. Pending delays stay. */
  forget(key: string): void {
    this.#limiter.forget(key);
  }

  /** How often the key failed since it was last forgotten. */
  failures(key: string): number {
    return this.#limiter.failures(key);
  }

  /** Drops all keys and lets all takers go; keys in work may finish. */
  shutDown(): void {
    this.#isShutDown = true;
    this.#timer?.cancel();
    this.#entries.clear();
    this.#ready.clear();
    this.#waiting.clear();
    this.#takers.splice(0).forEach((settle) => settle(undefined));
  }

  /** Resolves when no worker has a key. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  /** Keys that are ready, by priority; those that still wait for their time do not count. */
  depths(): ReadonlyMap<number, number> {
    const depths = new Map<number, number>();
    for (const entry of this.#entries.values())
      if (entry.state === 'ready') depths.set(entry.priority, (depths.get(entry.priority) ?? 0) + 1);
    return depths;
  }

  /** Keys that are ready or wait for their time. */
  get size(): number {
    return this.#entries.size;
  }

  /** For how long each running key has been in work. */
  runningMs(): number[] {
    const now = this.#clock.now();
    return [...this.#running.values()].map((startedAt) => now - startedAt);
  }

  #delayOf(key: string, { afterMs, rateLimited }: AddOptions<Reason>): number {
    const limitMs = rateLimited ? this.#limiter.delayMs(key) : undefined;
    return Math.max(0, Math.min(afterMs ?? limitMs ?? 0, limitMs ?? Number.POSITIVE_INFINITY));
  }

  #insert(key: string, readyAt: number | undefined, priority: number): void {
    const entry: Entry<Reason> = {
      key,
      priority,
      reasons: new ReasonTrail(),
      heapIndex: -1,
      state: 'waiting',
      readyAt: readyAt ?? 0,
      sequence: this.#sequence++,
      rank: 0,
    };
    this.#entries.set(key, entry);
    if (readyAt === undefined) this.#makeReady(entry);
    else this.#waiting.push(entry);
  }

  #merge(entry: Entry<Reason>, readyAt: number | undefined, priority: number): void {
    const isRaised = priority > entry.priority;
    if (isRaised) entry.priority = priority;
    if (entry.state === 'ready') {
      if (isRaised) this.#raise(entry);
      return;
    }
    if (readyAt !== undefined && readyAt >= entry.readyAt) return;
    this.#waiting.remove(entry);
    if (readyAt === undefined) {
      this.#makeReady(entry);
      return;
    }
    entry.readyAt = readyAt;
    this.#waiting.push(entry);
  }

  /** A raised key goes to the back of its new priority, but never behind where it was. */
  #raise(entry: Entry<Reason>): void {
    const isInHeap = entry.heapIndex >= 0;
    if (isInHeap) this.#ready.remove(entry);
    const rank = this.#rankOf(entry.priority);
    if (rank < entry.rank) {
      entry.rank = rank;
      entry.sequence = this.#sequence++;
    }
    if (isInHeap) this.#ready.push(entry);
  }

  #makeReady(entry: Entry<Reason>): void {
    entry.state = 'ready';
    entry.readyAt = this.#clock.now();
    entry.rank = this.#rankOf(entry.priority);
    entry.sequence = this.#sequence++;
    this.#observer?.added(entry.priority);
    if (!this.#running.has(entry.key)) this.#ready.push(entry);
  }

  #rankOf(priority: number): number {
    return this.#agingMs > 0 ? this.#clock.now() - priority * this.#agingMs : -priority;
  }

  #handOut(): void {
    while (this.#takers.length > 0) {
      const entry = this.#ready.pop();
      if (!entry) return;
      const now = this.#clock.now();
      this.#entries.delete(entry.key);
      this.#running.set(entry.key, now);
      this.#observer?.taken(now - entry.readyAt);
      this.#takers.shift()?.({ key: entry.key, priority: entry.priority, reasons: entry.reasons.list() });
    }
  }

  #armTimer(): void {
    const readyAt = this.#waiting.peek()?.readyAt ?? Number.POSITIVE_INFINITY;
    if (readyAt === this.#timerAt) return;
    this.#timer?.cancel();
    this.#timerAt = readyAt;
    this.#timer =
      readyAt === Number.POSITIVE_INFINITY
        ? undefined
        : this.#clock.after(readyAt - this.#clock.now(), () => this.#onTimer());
  }

  #onTimer(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    const now = this.#clock.now();
    for (let head = this.#waiting.peek(); head && head.readyAt <= now; head = this.#waiting.peek()) {
      this.#waiting.remove(head);
      this.#makeReady(head);
    }
    this.#handOut();
    this.#armTimer();
  }
}
