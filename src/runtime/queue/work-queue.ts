/** The queue between events and workers: pure bookkeeping, no I/O, time injected. */
import type { Clock, Timer } from '../clock.js';
import { systemClock } from '../clock.js';
import { dueTime } from './due-time.js';
import { Heap } from './heap.js';
import type { AddOptions, QueueObserver, Taken, WorkQueueOptions } from './queue-contract.js';
import type { RateLimiter } from './rate-limiter.js';
import { defaultLimiter } from './rate-limiter.js';
import { type ReadyKey, ReadyKeys } from './ready-keys.js';
import { ReasonTrail } from './reason-trail.js';

type DueTime = ReturnType<typeof dueTime>;

/** One worker in twenty is left to keys of low priority. */
const DEFAULT_OLDEST_EVERY = 20;

interface Entry<Reason> extends ReadyKey {
  readonly key: string;
  readonly reasons: ReasonTrail<Reason>;
  heapIndex: number;
  /** `ready`: in the ready heap, or held back because a worker has the key. */
  state: 'waiting' | 'ready';
  priority: number;
  readyAt: number;
  /** More events postpone `readyAt` no further than this. */
  latestAt: number;
  /** Order among equals. */
  sequence: number;
  /** Order in which keys became ready. */
  arrival: number;
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
  readonly #observer: QueueObserver | undefined;
  readonly #entries = new Map<string, Entry<Reason>>();
  readonly #ready: ReadyKeys<Entry<Reason>>;
  readonly #waiting = new Heap<Entry<Reason>>(
    (a, b) => a.readyAt < b.readyAt || (a.readyAt === b.readyAt && a.sequence < b.sequence),
  );
  readonly #running = new Map<string, number>();
  readonly #takers: ((taken: Taken<Reason> | undefined) => void)[] = [];
  #timer: Timer | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #sequence = 0;
  #isShutDown = false;

  constructor(options: WorkQueueOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#limiter = options.limiter ?? defaultLimiter();
    this.#ready = new ReadyKeys(options.oldestEvery ?? DEFAULT_OLDEST_EVERY);
    this.#observer = options.observer;
  }

  /** Adds a key, or brings forward one that is queued. After `shutDown` this does nothing. */
  add(key: string, options: AddOptions<Reason> = {}): void {
    if (this.#isShutDown) return;
    const due = dueTime(options, options.rateLimited ? this.#limiter.delayMs(key) : undefined, this.#clock.now());
    if (due) this.#observer?.retried();
    const priority = options.priority ?? 0;
    const known = this.#entries.get(key);
    if (known) this.#merge(known, due, priority);
    else this.#insert(key, due, priority);
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
    if (again?.state === 'ready') this.#ready.add(again);
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

  /** Keys that workers have. */
  runningKeys(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** For how long each running key has been in work. */
  runningMs(): number[] {
    const now = this.#clock.now();
    return [...this.#running.values()].map((startedAt) => now - startedAt);
  }

  #insert(key: string, due: DueTime, priority: number): void {
    const entry: Entry<Reason> = {
      key,
      priority,
      reasons: new ReasonTrail(),
      heapIndex: -1,
      state: 'waiting',
      ...(due?.() ?? { readyAt: 0, latestAt: 0 }),
      sequence: this.#sequence++,
      arrival: 0,
    };
    this.#entries.set(key, entry);
    if (due) this.#waiting.push(entry);
    else this.#makeReady(entry);
  }

  #merge(entry: Entry<Reason>, due: DueTime, priority: number): void {
    const isRaised = priority > entry.priority;
    if (entry.state === 'ready') {
      if (isRaised) this.#raise(entry, priority);
      return;
    }
    if (isRaised) entry.priority = priority;
    this.#waiting.remove(entry);
    if (!due) {
      this.#makeReady(entry);
      return;
    }
    Object.assign(entry, due(entry));
    this.#waiting.push(entry);
  }

  /** A raised key goes to the back of its new priority. */
  #raise(entry: Entry<Reason>, priority: number): void {
    const isFree = entry.heapIndex >= 0;
    if (isFree) this.#ready.remove(entry);
    entry.priority = priority;
    entry.sequence = this.#sequence++;
    if (isFree) this.#ready.add(entry);
  }

  #makeReady(entry: Entry<Reason>): void {
    entry.state = 'ready';
    entry.readyAt = this.#clock.now();
    entry.sequence = this.#sequence++;
    entry.arrival = entry.sequence;
    this.#observer?.added(entry.priority);
    if (!this.#running.has(entry.key)) this.#ready.add(entry);
  }

  #handOut(): void {
    while (this.#takers.length > 0) {
      const entry = this.#ready.take();
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
