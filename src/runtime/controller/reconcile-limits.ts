/** When reconciles must end: after their time, and when the manager waits no longer. */
import type { Clock, Timer } from '../clock.js';
import { longLivedAbort } from '../linked-abort.js';

/** Why a reconcile must end. */
export type EarlyEnd = 'timeout' | 'cutoff';

/** The limit of one reconcile. Its signal is made when somebody asks for it: most reconciles find nothing to do. */
export class ReconcileLimit {
  readonly cutoff: AbortSignal;
  readonly deadline: number;
  #controller: AbortController | undefined;
  #reached: { readonly why: EarlyEnd; readonly reason: unknown } | undefined;
  #listener: ((why: EarlyEnd) => void) | undefined;

  constructor(cutoff: AbortSignal, deadline: number) {
    this.cutoff = cutoff;
    this.deadline = deadline;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = longLivedAbort();
      if (this.#reached) this.#controller.abort(this.#reached.reason);
    }
    return this.#controller.signal;
  }

  /** Whether its time is over, with the error that says so. */
  get timeout(): { readonly error: unknown } | undefined {
    return this.#reached?.why === 'timeout' ? { error: this.#reached.reason } : undefined;
  }

  /** Calls back once, at once when the limit has been reached. */
  onReached(listener: (why: EarlyEnd) => void): void {
    if (this.#reached) listener(this.#reached.why);
    else this.#listener = listener;
  }

  reach(why: EarlyEnd, reason: unknown): void {
    if (this.#reached) return;
    this.#reached = { why, reason };
    this.#controller?.abort(reason);
    this.#listener?.(why);
  }
}

/** Settings that all reconciles of a controller share. */
export interface ReconcileLimitsOptions {
  readonly clock: Clock;
  /** 0 for no limit. */
  readonly timeoutMs: number;
  readonly timeoutError: () => Error;
}

/**
 * The limits of all reconciles that run. They have one timer and one listener together: reconciles begin and end
 * thousands of times in a second, and hardly ever reach their limit.
 */
export class ReconcileLimits implements Disposable {
  readonly #options: ReconcileLimitsOptions;
  /** In the order of their deadlines, as all have the same time. */
  readonly #running = new Set<ReconcileLimit>();
  readonly #cutoffs = new Map<AbortSignal, () => void>();
  #timer: Timer | undefined;

  constructor(options: ReconcileLimitsOptions) {
    this.#options = options;
  }

  begin(cutoff: AbortSignal): ReconcileLimit {
    const { clock, timeoutMs } = this.#options;
    const limit = new ReconcileLimit(cutoff, timeoutMs > 0 ? clock.now() + timeoutMs : Number.POSITIVE_INFINITY);
    if (cutoff.aborted) {
      limit.reach('cutoff', cutoff.reason);
      return limit;
    }
    this.#running.add(limit);
    this.#follow(cutoff);
    this.#arm();
    return limit;
  }

  /** The reconcile is over. */
  end(limit: ReconcileLimit): void {
    this.#running.delete(limit);
  }

  /** Nothing will start any more, and nothing waits for what still runs. */
  [Symbol.dispose](): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    for (const [cutoff, listener] of this.#cutoffs) cutoff.removeEventListener('abort', listener);
    this.#cutoffs.clear();
  }

  #follow(cutoff: AbortSignal): void {
    if (this.#cutoffs.has(cutoff)) return;
    const onCutoff = (): void => {
      this.#cutoffs.delete(cutoff);
      for (const limit of this.#running) if (limit.cutoff === cutoff) limit.reach('cutoff', cutoff.reason);
    };
    this.#cutoffs.set(cutoff, onCutoff);
    cutoff.addEventListener('abort', onCutoff, { once: true });
  }

  #arm(): void {
    if (this.#timer) return;
    for (const { deadline } of this.#running) {
      if (deadline === Number.POSITIVE_INFINITY) return;
      const { clock } = this.#options;
      this.#timer = clock.after(Math.max(0, deadline - clock.now()), () => this.#onTimer());
      return;
    }
  }

  #onTimer(): void {
    const { clock, timeoutError } = this.#options;
    this.#timer = undefined;
    const now = clock.now();
    for (const limit of this.#running) {
      if (limit.deadline > now) break;
      this.#running.delete(limit);
      limit.reach('timeout', timeoutError());
    }
    this.#arm();
  }
}
