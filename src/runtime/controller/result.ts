/** What a reconciler may return. */
import { waitTimeMs } from '../object/wait-time.js';

/** A result with its meaning spelled out. `at` is milliseconds since the epoch. */
export type NextStep =
  | { readonly type: 'done' }
  | { readonly type: 'after'; readonly afterMs: number }
  | { readonly type: 'at'; readonly atMs: number }
  | { readonly type: 'backoff' };

/** The reconciler returned something that is not a result. */
export class InvalidResultError extends Error {
  override readonly name = 'InvalidResultError';
  constructor(result: unknown, problem: string, controller?: string) {
    const who = controller === undefined ? 'the reconciler' : `the reconciler of controller "${controller}"`;
    super(
      `${who} returned ${describe(result)}: ${problem}; ` +
        `return nothing, { requeue: true }, { requeueAfter: '30s' } or { requeueAt: date }, each with or without a status`,
    );
  }
}

const FIELDS: ReadonlySet<string> = new Set(['requeue', 'requeueAfter', 'requeueAt']);

/** Reads a result; throws an `InvalidResultError` for anything else. */
export function nextStepOf(result: unknown, controller?: string): NextStep {
  if (result === undefined || result === null) return { type: 'done' };
  const refuse = (problem: string): never => {
    throw new InvalidResultError(result, problem, controller);
  };
  if (typeof result !== 'object' || Array.isArray(result)) return refuse('it is not an object');
  const unknown = Object.keys(result).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) return refuse(`there is no field "${unknown}"`);
  const { requeue, requeueAfter, requeueAt } = result as Readonly<Record<string, unknown>>;
  if (requeue !== undefined && typeof requeue !== 'boolean') return refuse('requeue must be true or false');
  const given = [requeue === true, requeueAfter !== undefined, requeueAt !== undefined].filter(Boolean);
  if (given.length > 1) return refuse('only one of requeue, requeueAfter and requeueAt can be given');
  if (requeueAfter !== undefined) return { type: 'after', afterMs: timeOf(requeueAfter, refuse) };
  if (requeueAt !== undefined) {
    const atMs = requeueAt instanceof Date ? requeueAt.getTime() : Number.NaN;
    return Number.isNaN(atMs) ? refuse('requeueAt must be a valid Date') : { type: 'at', atMs };
  }
  return { type: requeue === true ? 'backoff' : 'done' };
}

function timeOf(given: unknown, refuse: (problem: string) => never): number {
  try {
    return waitTimeMs(given);
  } catch (error) {
    return refuse(`requeueAfter is wrong, ${error instanceof Error ? error.message : String(error)}`);
  }
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
