/** What happens to a request after its reconcile. */
import type { ReconcileOutcome } from '../metrics/controller-metrics.js';
import type { NextStep } from './result.js';

/** What the worker does next. `terminal`: failed for good. Without `afterMs` the queue decides how long a key waits. */
export type ReconcileVerdict =
  | Exclude<NextStep, { readonly type: 'backoff' }>
  | { readonly type: 'backoff'; readonly afterMs?: number }
  | { readonly type: 'retry'; readonly afterMs?: number }
  | { readonly type: 'terminal' };

/** For the log: when the request is reconciled next, unless something changes earlier; nothing when it is not known. */
export function delayOf(verdict: ReconcileVerdict): { readonly nextInMs?: number; readonly nextAt?: string } {
  if (verdict.type === 'at') return { nextAt: new Date(verdict.atMs).toISOString() };
  return 'afterMs' in verdict ? { nextInMs: verdict.afterMs } : {};
}

/** For the metrics. */
export function outcomeOf(verdict: ReconcileVerdict): ReconcileOutcome {
  switch (verdict.type) {
    case 'done':
      return 'success';
    case 'after':
    case 'at':
      return 'requeue_after';
    case 'backoff':
      return 'requeue';
    case 'retry':
    case 'terminal':
      return 'error';
  }
}
