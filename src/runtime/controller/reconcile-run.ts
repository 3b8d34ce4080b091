/** One reconcile: from a key taken from the queue to what happens next. */
import { randomUUID } from 'node:crypto';
import { BoundClient } from '../client/bound-client.js';
import type { Client } from '../client/client.js';
import { type Clock, systemClock } from '../clock.js';
import { runWork, type Work } from '../current-work.js';
import { heldLoop } from '../held-loop.js';
import { linkAbort } from '../linked-abort.js';
import { lazyLogger } from '../log/lazy-logger.js';
import type { Logger } from '../log/logger.js';
import type { ControllerMetrics, ReconcileOutcome } from '../metrics/controller-metrics.js';
import { type SpanAttributes, type Tracer, withSpan } from '../tracing/tracer.js';
import type { ControllerOptions } from './controller-options.js';
import { requestKey } from './request-key.js';
import { type Reason, type ReconcileContext, type Reconciler, type Request, TerminalError } from './reconcile.js';
import { InvalidResultError, type NextStep, nextStepOf } from './result.js';

/** The reconcile took longer than its controller allows. */
export class ReconcileTimeoutError extends Error {
  override readonly name = 'ReconcileTimeoutError';
  constructor(timeoutMs: number) {
    super(
      `the reconcile did not end within ${timeoutMs} ms; pass context.signal on, or raise timeoutMs of the controller`,
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

/** What the worker does next. `terminal`: failed for good. */
export type ReconcileVerdict = NextStep | { readonly type: 'retry' } | { readonly type: 'terminal' };

/** What reconciles of one controller share. */
export interface ReconcileRunnerOptions {
  readonly reconciler: Reconciler;
  readonly client: (cluster: string | undefined) => Client;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  readonly clock?: Clock;
  readonly tracer?: Tracer;
  /** Name of the controller. */
  readonly name: string;
  readonly options: ControllerOptions;
  /** Log fields of a request, such as `{ Guestbook: { namespace, name } }`. */
  readonly describe: (request: Request) => Readonly<Record<string, unknown>>;
  /** Wraps every call of the reconciler. */
  readonly guard?: <T>(work: () => T) => T;
}

/** A reconcile that runs. */
export interface RunningReconcile {
  /** Never rejects. */
  readonly verdict: Promise<ReconcileVerdict>;
  /** Resolves when its signal aborts before it has ended, to the reason. */
  readonly aborted: Promise<'timeout' | 'cutoff'>;
}

const DEFAULT_TIMEOUT_MS = 600_000;
/** What the API server accepts. */
const LONGEST_FIELD_MANAGER = 128;

/** Calls the reconciler and judges what comes back. */
export class ReconcileRunner {
  readonly #parts: ReconcileRunnerOptions;
  readonly #clock: Clock;

  constructor(parts: ReconcileRunnerOptions) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
  }

  start(job: ReconcileJob, signals: { stopping: AbortSignal; cutoff: AbortSignal }): RunningReconcile {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.#parts.options;
    const link = linkAbort([signals.cutoff], {
      clock: this.#clock,
      ...(timeoutMs > 0 ? { timeoutMs, timeoutError: () => new ReconcileTimeoutError(timeoutMs) } : {}),
    });
    const aborted = new Promise<'timeout' | 'cutoff'>((resolve) => {
      const tell = (): void => {
        const isTimeout = link.signal.reason instanceof ReconcileTimeoutError;
        if (isTimeout) this.#parts.metrics.timedOut();
        resolve(isTimeout ? 'timeout' : 'cutoff');
      };
      if (link.signal.aborted) tell();
      else link.signal.addEventListener('abort', tell, { once: true });
    });
    const verdict = this.#run(job, { signal: link.signal, stopping: signals.stopping });
    return { verdict: verdict.finally(() => link[Symbol.dispose]()), aborted };
  }

  async #run(job: ReconcileJob, signals: { signal: AbortSignal; stopping: AbortSignal }): Promise<ReconcileVerdict> {
    const { metrics, reconciler } = this.#parts;
    const startedAt = this.#clock.now();
    const context = this.#contextOf(job, signals);
    metrics.started();
    let verdict: ReconcileVerdict;
    try {
      context.log.debug('reconciling', { reasons: job.reasons });
      const { guard = (work) => work(), tracer, name } = this.#parts;
      const span = { name: `reconcile ${name}`, attributes: attributesOf(job.request) };
      const work = (): Promise<unknown> =>
        withSpan<unknown>(tracer, span, async () => reconciler.reconcile(job.request, context));
      const current = this.#workOf(job, context);
      const step = nextStepOf(await guard(() => runWork(current, () => noted(current, work))), name);
      if (signals.signal.reason instanceof ReconcileTimeoutError) throw signals.signal.reason;
      verdict = step;
    } catch (error) {
      verdict = this.#judge(error, job, context);
    }
    heldLoop.note(undefined);
    const seconds = (this.#clock.now() - startedAt) / 1000;
    metrics.finished(outcomeOf(verdict), seconds);
    context.log.debug('reconciled', { result: outcomeOf(verdict), seconds });
    return verdict;
  }

  #workOf({ request }: ReconcileJob, { log }: ReconcileContext): Work {
    const { name: controller } = this.#parts;
    return {
      log,
      // Not of this reconcile alone: the next one of the same key must see what this one wrote.
      writer: `${controller} ${requestKey(request)}`,
      about: () => ({ controller, ...request }),
    };
  }

  #contextOf(job: ReconcileJob, signals: { signal: AbortSignal; stopping: AbortSignal }): ReconcileContext {
    const { client, log, describe, name: controller } = this.#parts;
    const fieldManager = controller.slice(0, LONGEST_FIELD_MANAGER);
    const { signal } = signals;
    let bound: Client | undefined;
    const reconcileId = randomUUID();
    const { name, namespace, cluster } = job.request;
    const place = { ...(namespace ? { namespace } : {}), name, ...(cluster === undefined ? {} : { cluster }) };
    return {
      ...signals,
      log: lazyLogger(log, () => ({ ...describe(job.request), ...place, reconcileID: reconcileId })),
      reconcileId,
      attempt: job.attempt,
      priority: job.priority,
      reasons: job.reasons,
      // Asked for inside the reconcile: a cluster that does not exist is its failure, and not that of its worker.
      get client() {
        bound ??= new BoundClient(client(cluster), { signal, fieldManager });
        return bound;
      },
    };
  }

  #judge(thrown: unknown, { request, reasons }: ReconcileJob, context: ReconcileContext): ReconcileVerdict {
    const { metrics, options } = this.#parts;
    if (!(thrown instanceof Error) || thrown instanceof InvalidResultError) metrics.panicked();
    const error =
      thrown instanceof Error ? thrown : new Error(`the reconciler threw ${textOf(thrown)}, which is no error`);
    const decided = this.#decide(options.onError, error, request, context);
    if (decided) return decided;
    const isTerminal = isTerminalError(error);
    if (isTerminal) metrics.terminalError();
    const message = isTerminal ? 'reconcile failed, not trying again' : 'reconcile failed';
    context.log.error(message, { attempt: context.attempt, reasons, error });
    return { type: isTerminal ? 'terminal' : 'retry' };
  }

  #decide(
    onError: ControllerOptions['onError'],
    error: Error,
    request: Request,
    context: ReconcileContext,
  ): ReconcileVerdict | undefined {
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

function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    // Without a prototype, or with one that is broken, nothing can be made a text.
    return `a ${typeof thrown}`;
  }
}

function attributesOf({ name, namespace = '' }: Request): SpanAttributes {
  return { 'k8s.object.name': name, 'k8s.namespace.name': namespace };
}

function isTerminalError(error: unknown): boolean {
  for (let found = error, depth = 0; found instanceof Error && depth < 16; found = found.cause, depth++)
    if (found instanceof TerminalError || found.name === 'TerminalError') return true;
  return false;
}

function outcomeOf(verdict: ReconcileVerdict): ReconcileOutcome {
  switch (verdict.type) {
    case 'done':
      return 'success';
    case 'after':
      return 'requeue_after';
    case 'backoff':
      return 'requeue';
    case 'retry':
    case 'terminal':
      return 'error';
  }
}
