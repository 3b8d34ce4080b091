/** One reconcile: from a key taken from the queue to what happens next. */
import { randomUUID } from 'node:crypto';
import { BoundClient } from '../client/bound-client.js';
import type { Client } from '../client/client.js';
import type { ChildListener } from '../client/writes/unwatched-children.js';
import { type Clock, systemClock } from '../clock.js';
import { runWork, type Work } from '../current-work.js';
import { heldLoop } from '../held-loop.js';
import { lazyLogger } from '../log/lazy-logger.js';
import type { Logger } from '../log/logger.js';
import type { ControllerMetrics } from '../metrics/controller-metrics.js';
import { type SpanAttributes, type Tracer, withSpan } from '../tracing/tracer.js';
import type { ControllerOptions } from './controller-options.js';
import { requestKey } from './request-key.js';
import { type Reason, type ReconcileContext, type Reconciler, type Request } from './reconcile.js';
import { type ReconcileLimit, ReconcileLimits } from './reconcile-limits.js';
import { InvalidResultError, type NextStep, nextStepOf } from './result.js';
import { errorFrom, isTerminalError, NotAnErrorError, textOf } from './thrown.js';
import { delayOf, outcomeOf, type ReconcileVerdict } from './verdict.js';

/** The reconcile took longer than its controller allows. */
export class ReconcileTimeoutError extends Error {
  override readonly name = 'ReconcileTimeoutError';
  constructor(timeoutMs: number) {
    super(
      `the reconcile did not end within ${timeoutMs} ms; pass context.signal on, or raise timeout of the controller`,
    );
  }
}

/** What a reconcile is about. */
export interface ReconcileJob {
  readonly request: Request;
  readonly priority: number;
  readonly reasons: readonly Reason[];
  /** Failures so far. */
  readonly attempt: number;
}

/** What reconciles of one controller share. */
export interface ReconcileRunnerOptions {
  readonly reconciler: Reconciler;
  readonly client: (cluster: string | undefined) => Client;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly clock?: Clock | undefined;
  readonly tracer?: Tracer | undefined;
  /** Name of the controller. */
  readonly name: string;
  readonly options: ControllerOptions;
  readonly onChild?: ChildListener | undefined;
  /** Log fields of a request, such as `{ Guestbook: { namespace, name } }`. */
  readonly describe: (request: Request) => Readonly<Record<string, unknown>>;
  /** Wraps every call of the reconciler. */
  readonly guard?: (<T>(work: () => T) => T) | undefined;
  /** Counts a failure of the request, or a wish to try again, and says how long it waits. */
  readonly delayMs?: ((request: Request) => number) | undefined;
}

/** A reconcile that runs. */
export interface RunningReconcile {
  /** Never rejects. */
  readonly verdict: Promise<ReconcileVerdict>;
  /** Tells when it must end early. */
  readonly limit: ReconcileLimit;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const MOST_REPORTED = 10_000;
/** What the API server accepts. */
const LONGEST_FIELD_MANAGER = 128;

/** Calls the reconciler and judges what comes back. */
export class ReconcileRunner implements Disposable {
  readonly #parts: ReconcileRunnerOptions;
  readonly #clock: Clock;
  readonly #limits: ReconcileLimits;
  readonly #timeoutMs: number;
  /** Wrong results that were reported, by key. */
  readonly #reported = new Map<string, string>();

  constructor(parts: ReconcileRunnerOptions) {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = parts.options;
    this.#parts = parts;
    this.#timeoutMs = timeoutMs;
    this.#clock = parts.clock ?? systemClock;
    const timeoutError = (): Error => {
      parts.metrics.timedOut();
      return new ReconcileTimeoutError(timeoutMs);
    };
    this.#limits = new ReconcileLimits({ clock: this.#clock, timeoutMs, timeoutError });
  }

  start(job: ReconcileJob, { stopping, cutoff }: { stopping: AbortSignal; cutoff: AbortSignal }): RunningReconcile {
    const limit = this.#limits.begin(cutoff);
    const verdict = this.#run(job, limit, stopping).catch((failure: unknown): ReconcileVerdict => {
      // Whatever a reconciler throws, and whatever a logger does, the key must not stay taken.
      this.#limits.end(limit);
      process.emitWarning(
        `controller "${this.#parts.name}": the end of a reconcile could not be told: ${textOf(failure)}`,
      );
      return { type: 'retry' };
    });
    return { verdict, limit };
  }

  /** No more reconciles will start. */
  [Symbol.dispose](): void {
    this.#limits[Symbol.dispose]();
  }

  async #run(job: ReconcileJob, limit: ReconcileLimit, stopping: AbortSignal): Promise<ReconcileVerdict> {
    const { metrics } = this.#parts;
    const startedAt = this.#clock.now();
    const context = this.#contextOf(job, limit, stopping);
    metrics.started();
    let verdict: ReconcileVerdict;
    try {
      if (context.log.enabled?.('debug') !== false) context.log.debug('reconciling', { reasons: job.reasons });
      const { guard, name } = this.#parts;
      const current = this.#workOf(job, context);
      const work = (): unknown => runWork(current, () => noted(current, () => this.#call(job, context)));
      const step = nextStepOf(await (guard ? guard(work) : work()), name);
      if (limit.timeout) context.log.info('reconcile succeeded after its time limit', { timeoutMs: this.#timeoutMs });
      this.#reported.delete(requestKey(job.request));
      verdict = this.#delayed(step, job.request);
    } catch (error) {
      verdict = this.#judge(errorFrom(error), job, context);
    }
    heldLoop.note(undefined);
    this.#limits.end(limit);
    const seconds = (this.#clock.now() - startedAt) / 1000;
    const result = outcomeOf(verdict);
    metrics.finished(result, seconds);
    if (context.log.enabled?.('debug') !== false)
      context.log.debug('reconciled', { result, seconds, ...delayOf(verdict) });
    return verdict;
  }

  #call({ request }: ReconcileJob, context: ReconcileContext): unknown {
    const { reconciler, tracer, name } = this.#parts;
    if (!tracer) return reconciler.reconcile(request, context);
    const span = { name: `reconcile ${name}`, attributes: attributesOf(request) };
    return withSpan<unknown>(tracer, span, async () => reconciler.reconcile(request, context));
  }

  #workOf({ request }: ReconcileJob, { log }: ReconcileContext): Work {
    const { name: controller } = this.#parts;
    return {
      log,
      // Not of this reconcile alone: the next one of the same key must see what this one wrote.
      writer: `${controller} ${requestKey(request)}`,
      waitsForOthers: true,
      about: () => ({ controller, ...request }),
    };
  }

  #contextOf(job: ReconcileJob, limit: ReconcileLimit, stopping: AbortSignal): ReconcileContext {
    const { client, log, describe, onChild, name: controller } = this.#parts;
    const { request } = job;
    let bound: Client | undefined;
    let id: string | undefined;
    const reconcileId = (): string => (id ??= randomUUID());
    return {
      get signal() {
        return limit.signal;
      },
      stopping,
      log: lazyLogger(log, () => ({ ...describe(request), reconcileID: reconcileId() })),
      get reconcileId() {
        return reconcileId();
      },
      attempt: job.attempt,
      priority: job.priority,
      reasons: job.reasons,
      // Asked for inside the reconcile: a cluster that does not exist is its failure, and not that of its worker.
      get client() {
        bound ??= new BoundClient(client(request.cluster), {
          get signal() {
            return limit.signal;
          },
          fieldManager: controller.slice(0, LONGEST_FIELD_MANAGER),
          onChild,
        });
        return bound;
      },
    };
  }

  #judge(error: Error, { request, reasons }: ReconcileJob, context: ReconcileContext): ReconcileVerdict {
    const { metrics, options } = this.#parts;
    if (error instanceof NotAnErrorError || error instanceof InvalidResultError) metrics.panicked();
    const decided = this.#decide(options.onError, error, request, context);
    if (decided) return this.#delayed(decided, request);
    const isTerminal = isTerminalError(error);
    if (isTerminal) metrics.terminalError();
    const message = isTerminal ? 'reconcile failed, not trying again' : 'reconcile failed';
    const verdict = isTerminal ? ({ type: 'terminal' } as const) : this.#delayed({ type: 'retry' }, request);
    const level = this.#isReported(error, request) ? 'debug' : 'error';
    context.log[level](message, { attempt: context.attempt, reasons, ...delayOf(verdict), error });
    return verdict;
  }

  /** A wrong result is a mistake in the program, which says the same at every try: it is reported once per object and cause. */
  #isReported(error: Error, request: Request): boolean {
    if (!(error instanceof InvalidResultError)) return false;
    const key = requestKey(request);
    if (this.#reported.get(key) === error.message) return true;
    // Keys come from objects; forgetting some costs a line in the log, keeping all of them could cost memory.
    if (this.#reported.size < MOST_REPORTED) this.#reported.set(key, error.message);
    return false;
  }

  /** The delay is known before the outcome is reported, so that the log can say when the next try is. */
  #delayed(verdict: NextStep | { readonly type: 'retry' }, request: Request): ReconcileVerdict {
    if (verdict.type !== 'retry' && verdict.type !== 'backoff') return verdict;
    const afterMs = this.#parts.delayMs?.(request);
    return afterMs === undefined ? verdict : { ...verdict, afterMs };
  }

  #decide(
    onError: ControllerOptions['onError'],
    error: Error,
    request: Request,
    context: ReconcileContext,
  ): NextStep | undefined {
    if (!onError) return undefined;
    try {
      const result = onError(error, request, context);
      return result === 'default' ? undefined : nextStepOf(result, this.#parts.name);
    } catch (failure) {
      context.log.error('onError itself failed, using the default', { error: failure });
      return undefined;
    }
  }
}

/** The part up to the first real wait; what follows an answer of the API server is noted where the answer comes. */
function noted<T>(current: Work, work: () => T): T {
  heldLoop.note(current);
  return work();
}

function attributesOf({ name, namespace = '' }: Request): SpanAttributes {
  return { 'k8s.object.name': name, 'k8s.namespace.name': namespace };
}
