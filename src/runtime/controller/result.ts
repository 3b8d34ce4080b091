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
  constructor(result: unknown, controller?: string) {
    const who = controller === undefined ? 'the reconciler' : `the reconciler of controller "${controller}"`;
    super(
      `${who} returned ${describe(result)}; ` +
        `return nothing, { requeueAfterMs: number } with a number of 0 or more, where 0 means not again, ` +
        `{ requeue: 'backoff' } or { done: true }`,
    );
  }
}

/**
 * Reads a result; throws an `InvalidResultError` for anything else. As in controller-runtime, only a positive delay
 * queues the request again: one that is due at once, for ever, would be a loop without an end.
 */
export function nextStepOf(result: Result | unknown, controller?: string): NextStep {
  if (result === undefined || result === null) return { type: 'done' };
  if (typeof result !== 'object') throw new InvalidResultError(result, controller);
  const { requeueAfterMs, requeue, done, priority } = result as Record<string, unknown>;
  if (priority !== undefined && !isNumber(priority)) throw new InvalidResultError(result, controller);
  const rank = priority === undefined ? {} : { priority };
  if (requeueAfterMs !== undefined) {
    if (!isNumber(requeueAfterMs) || requeueAfterMs < 0) throw new InvalidResultError(result, controller);
    return requeueAfterMs === 0 ? { type: 'done' } : { type: 'after', afterMs: requeueAfterMs, ...rank };
  }
  if (requeue === 'backoff') return { type: 'backoff', ...rank };
  if (done === true) return { type: 'done' };
  throw new InvalidResultError(result, controller);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function describe(result: unknown): string {
  try {
    const shown = JSON.stringify(result, (_key, value: unknown) =>
      Number.isFinite(value) || typeof value !== 'number' ? value : String(value),
    );
    return (shown ?? String(result)).slice(0, 200);
  } catch {
    // Cyclic data cannot be shown; its type can.
    return `a ${typeof result}`;
  }
}
