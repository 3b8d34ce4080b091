/** What a reconciler may return. */
import type { Result } from './reconcile.js';

/** A result with its meaning spelled out. */
export type NextStep =
  | { readonly type: 'done' }
  | { readonly type: 'after'; readonly afterMs: number; readonly priority?: number }
  | { readonly type: 'backoff'; readonly priority?: number };

/** The reconciler returned something that is no `Result`. */
export class InvalidResultError extends Error {
  override readonly name = 'InvalidResultError';
  constructor(result: unknown) {
    super(
      `the reconciler returned ${describe(result)}; ` +
        `return nothing, { requeueAfterMs: number }, { requeue: 'backoff' } or { done: true }`,
    );
  }
}

/** Reads a result; throws an `InvalidResultError` for anything else. */
export function nextStepOf(result: Result | unknown): NextStep {
  if (result === undefined || result === null) return { type: 'done' };
  if (typeof result !== 'object') throw new InvalidResultError(result);
  const { requeueAfterMs, requeue, done, priority } = result as Record<string, unknown>;
  if (priority !== undefined && !isNumber(priority)) throw new InvalidResultError(result);
  const rank = priority === undefined ? {} : { priority };
  if (requeueAfterMs !== undefined) {
    if (!isNumber(requeueAfterMs) || requeueAfterMs < 0) throw new InvalidResultError(result);
    return { type: 'after', afterMs: requeueAfterMs, ...rank };
  }
  if (requeue === 'backoff') return { type: 'backoff', ...rank };
  if (done === true) return { type: 'done' };
  throw new InvalidResultError(result);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function describe(result: unknown): string {
  try {
    return (JSON.stringify(result) ?? String(result)).slice(0, 200);
  } catch {
    // Cyclic data cannot be shown; its type can.
    return `a ${typeof result}`;
  }
}
