/** A controller: sources fill a queue, workers empty it by calling a reconciler. */
import { unwatchedChildren } from '../client/writes/unwatched-children.js';
import { type Clock, systemClock } from '../clock.js';
import { linkAbort, longLivedAbort, orAborted } from '../linked-abort.js';
import type { Logger } from '../log/logger.js';
import { type ControllerMetrics, controllerMetrics } from '../metrics/controller-metrics.js';
import { type QueueMetrics, queueMetrics } from '../metrics/queue-metrics.js';
import type { Taken } from '../queue/queue-contract.js';
import { defaultLimiter } from '../queue/rate-limiter.js';
import { WallClockWait } from '../queue/wall-clock-wait.js';
import { WorkQueue } from '../queue/work-queue.js';
import type { RunContext, Runnable } from '../runnable.js';
import { timeSlice } from '../time-slice.js';
import type { ControllerOptions } from './controller-options.js';
import { ControllerSources } from './controller-sources.js';
import type { ControllerHost } from './host.js';
import type { Reason, Reconciler, Request } from './reconcile.js';
import { OverdueReconciles } from './overdue-reconciles.js';
import { ReconcileRunner } from './reconcile-run.js';
import { parseRequestKey, requestKey } from './request-key.js';
import type { QueueWriter, Source } from './source.js';
import type { ReconcileVerdict } from './verdict.js';

/** The parts of a controller. */
export interface ControllerParts {
  readonly name: string;
  readonly host: ControllerHost;
  readonly sources: readonly Source[];
  readonly reconciler: Reconciler;
  readonly options: ControllerOptions;
  /** Log fields of a request. */
  readonly describe: (request: Request) => Readonly<Record<string, unknown>>;
  readonly log: Logger;
  /** False for requests that are not this replica's business. */
  readonly accepts?: (request: Request, reason: Reason | undefined) => boolean;
  /** Called when the controller was stopped alone. */
  readonly onStopped?: (() => void) | undefined;
}

const NOT_LEADING_MS = 500;

/**
 * Runs once, from the manager's start to its end.
 * @example
 * ```ts
 * const running = manager.add(controller(Guestbook).reconcile(async () => ({ requeueAfter: '60s' })));
 * running.enqueue({ namespace: 'default', name: 'welcome' });
 * console.log(running.name); // guestbook
 * ```
 */
export class RunningController implements Runnable {
  readonly name: string;
  readonly group: 'leader' | 'always';
  readonly warmup?: (context: RunContext) => Promise<void>;
  readonly #parts: ControllerParts;
  readonly #clock: Clock;
  readonly #queue: WorkQueue<Reason>;
  readonly #wallClock: WallClockWait<Reason>;
  readonly #queueMetrics: QueueMetrics;
  readonly #metrics: ControllerMetrics;
  readonly #overdue: OverdueReconciles;
  readonly #runner: ReconcileRunner;
  readonly #concurrency: number;
  #isRunning = false;
  readonly #ownStop = longLivedAbort();
  readonly #sources: ControllerSources;
  readonly #ended: Promise<void>;
  #markEnded: () => void = () => undefined;

  constructor(parts: ControllerParts) {
    const { name, host, options } = parts;
    this.name = name;
    this.group = options.leaderElection === false ? 'always' : 'leader';
    this.#parts = parts;
    this.#sources = new ControllerSources({ ...parts, clock: host.clock ?? systemClock, writer: () => this.#writer() });
    this.#ended = new Promise((resolve) => (this.#markEnded = resolve));
    this.#clock = host.clock ?? systemClock;
    this.#concurrency = options.concurrency ?? 1;
    this.#queueMetrics = queueMetrics(host.metrics, name);
    this.#metrics = controllerMetrics(host.metrics, name, this.#concurrency);
    this.#overdue = new OverdueReconciles({ clock: this.#clock, log: parts.log, metrics: this.#metrics });
    const limiter = options.limiter ?? defaultLimiter();
    this.#queue = new WorkQueue<Reason>({
      clock: this.#clock,
      limiter,
      oldestEvery: options.oldestEvery,
      observer: this.#queueMetrics,
    });
    this.#wallClock = new WallClockWait<Reason>(
      this.#queue,
      () => (host.wallTime?.() ?? new Date()).getTime(),
      (dueAtMs) => (dueAtMs === undefined ? { event: 'requeue' } : { event: 'requeue', dueAtMs }),
    );
    this.#runner = new ReconcileRunner({
      ...parts,
      client: (cluster) => (cluster === undefined || !host.cluster ? host.client : host.cluster(cluster).client),
      metrics: this.#metrics,
      guard: this.group === 'leader' ? host.asLeader?.bind(host) : undefined,
      clock: this.#clock,
      tracer: host.tracer,
      onChild: unwatchedChildren(parts.sources, parts.log),
      delayMs: (request) => limiter.delayMs(requestKey(request)),
    });
    if (options.warmup) this.warmup = ({ signal }) => this.#sources.warmUp(signal, () => this.#isRunning);
  }

  /** Keys that are being reconciled, and those of them that ignore their signal: each keeps a worker until it returns. */
  get health(): { readonly running: readonly string[]; readonly overdue: readonly string[] } {
    return { running: this.#queue.runningKeys(), overdue: this.#overdue.keys };
  }

  /** Queues a request from outside; for tests and for code that knows better than events. */
  enqueue(request: Request, options?: { afterMs?: number; priority?: number }): void {
    this.#writer().add(request, { ...options, reason: { event: 'source' } });
  }

  /**
   * Adds a source while the controller runs, or before. Resolves when the source has brought its first state; `remove` on
   * what it resolves to ends the source alone.
   */
  async addSource(source: Source): Promise<{ remove(): void }> {
    return this.#sources.add(source);
  }

  /** Ends this controller alone: running reconciles finish, its watches end, and its name is free again. */
  async stop(): Promise<void> {
    this.#ownStop.abort(new Error(`controller "${this.name}" was stopped`));
    if (this.#isRunning) await this.#ended;
    this.#metrics.remove();
    this.#queueMetrics.remove();
    this.#parts.onStopped?.();
    this.#parts.host.releaseControllerName?.(this.name);
  }

  async run(context: RunContext): Promise<void> {
    using link = linkAbort([context.signal, this.#ownStop.signal]);
    try {
      if (!this.#ownStop.signal.aborted) await this.#run({ ...context, signal: link.signal });
    } finally {
      this.#markEnded();
    }
  }

  async #run({ signal, cutoff }: RunContext): Promise<void> {
    this.#isRunning = true;
    const detach = this.#queueMetrics.attach(this.#queue);
    // Sources outlive the last reconcile, which may still read what they keep up to date.
    const stop = (): void => this.#queue.shutDown();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await orAborted(this.#sources.start(), signal);
      this.#parts.log.info('controller started', { workers: this.#concurrency });
      const workers = Array.from({ length: this.#concurrency }, () => this.#work(signal, cutoff));
      await orAborted(Promise.all(workers), cutoff);
    } catch (error) {
      if (cutoff.aborted) this.#reportCutOff();
      // A stop in the middle of the start is a stop like any other.
      if (!signal.aborted) throw error;
    } finally {
      this.#runner[Symbol.dispose]();
      stop();
      this.#sources.end(signal.reason);
      signal.removeEventListener('abort', stop);
      detach();
    }
  }

  #writer(): QueueWriter {
    const { options: settings, accepts } = this.#parts;
    const { debounceMs: quietMs } = settings;
    return {
      add: (request, options = {}) => {
        if (accepts?.(request, options.reason) === false) return;
        this.#queue.add(requestKey(request), quietMs ? { quietMs, ...options } : options);
      },
    };
  }

  async #work(signal: AbortSignal, cutoff: AbortSignal): Promise<void> {
    for (;;) {
      const taken = await this.#queue.take();
      if (!taken) return;
      // Also at the first key: many may have been handed out in one turn.
      await timeSlice.next();
      if (signal.aborted) return this.#queue.done(taken.key);
      if (this.#parts.host.isLeader?.() === false && this.group === 'leader') {
        this.#queue.add(taken.key, { afterMs: NOT_LEADING_MS, priority: taken.priority, reason: taken.reasons[0] });
        this.#queue.done(taken.key);
        continue;
      }
      if (this.#wallClock.isEarly(taken)) continue;
      const running = this.#runner.start(this.#jobOf(taken), { stopping: signal, cutoff });
      this.#overdue.watch(running, taken.key);
      // However long it takes: as many reconciles run at once as there are workers, and never more.
      this.#settle(taken, await running.verdict);
    }
  }

  /** Those who follow their signal have ended by the next turn. */
  #reportCutOff(): void {
    setImmediate(() => {
      for (const key of this.#queue.runningKeys())
        this.#parts.log.error('the stop did not wait for a reconcile', { key });
    });
  }

  #jobOf({ key, priority, reasons }: Taken<Reason>) {
    return { request: parseRequestKey(key), priority, reasons, attempt: this.#queue.failures(key) };
  }

  #settle({ key, priority }: Taken<Reason>, verdict: ReconcileVerdict): void {
    switch (verdict.type) {
      case 'retry':
        this.#queue.add(key, { ...waitOf(verdict), priority, reason: { event: 'retry' } });
        break;
      case 'backoff':
        this.#queue.add(key, {
          ...waitOf(verdict),
          priority,
          reason: { event: 'requeue' },
        });
        break;
      case 'after':
        this.#queue.forget(key);
        this.#queue.add(key, {
          afterMs: verdict.afterMs,
          priority,
          reason: { event: 'requeue' },
        });
        break;
      case 'at':
        this.#wallClock.add(key, verdict.atMs, priority);
        break;
      case 'done':
      case 'terminal':
        this.#queue.forget(key);
    }
    this.#queue.done(key);
  }
}

/** A delay that was computed already must not be asked for again: that would count a second failure. */
function waitOf({ afterMs }: { readonly afterMs?: number }): { afterMs: number } | { rateLimited: true } {
  return afterMs === undefined ? { rateLimited: true } : { afterMs };
}
