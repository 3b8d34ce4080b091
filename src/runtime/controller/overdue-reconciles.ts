/** Reconciles that ignore their signal. Each keeps its worker and its key until it returns, so it must be noticed. */
import { type Clock, pause } from '../clock.js';
import type { Logger } from '../log/logger.js';
import type { ControllerMetrics } from '../metrics/controller-metrics.js';
import type { RunningReconcile } from './reconcile-run.js';

/** A reconcile that still runs this long after its signal was aborted is reported. */
const OVERDUE_MS = 10_000;

/** Reports overdue reconciles of one controller. */
export class OverdueReconciles {
  readonly #parts: { readonly clock: Clock; readonly log: Logger; readonly metrics: ControllerMetrics };
  readonly #keys = new Set<string>();

  constructor(parts: { readonly clock: Clock; readonly log: Logger; readonly metrics: ControllerMetrics }) {
    this.#parts = parts;
  }

  /** Those that are overdue now. */
  get keys(): readonly string[] {
    return [...this.#keys];
  }

  watch(running: RunningReconcile, key: string): void {
    running.limit.onReached((why) => {
      // The end of a shutdown is reported for all reconciles at once.
      if (why === 'timeout') void this.#report(running.verdict, key);
    });
  }

  async #report(verdict: Promise<unknown>, key: string): Promise<void> {
    const { clock, log, metrics } = this.#parts;
    const ended = new AbortController();
    void verdict.then(() => ended.abort());
    await pause(clock, OVERDUE_MS, ended.signal);
    if (ended.signal.aborted) return;
    log.error('reconcile ignores its abort signal, its worker and key stay blocked until it returns', { key });
    this.#keys.add(key);
    metrics.overdue(1);
    await verdict;
    this.#keys.delete(key);
    metrics.overdue(-1);
  }
}
