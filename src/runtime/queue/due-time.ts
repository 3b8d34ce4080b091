/** When a key that was added is due. */
import type { AddOptions } from './queue-contract.js';

/** Events that keep coming delay a key no longer than this many quiet times. */
const QUIET_LIMIT = 10;

/** When a key is due, and how far later events may postpone it. */
export interface Due {
  readonly readyAt: number;
  readonly latestAt: number;
}

/** How a key that is added changes what is due; undefined when it is due now. `limitMs` is the delay of the rate limiter. */
export function dueTime(
  { afterMs, quietMs = 0 }: AddOptions,
  limitMs: number | undefined,
  now: number,
): ((known?: Due) => Due) | undefined {
  const delayMs = Math.min(afterMs ?? limitMs ?? 0, limitMs ?? Number.POSITIVE_INFINITY);
  if (delayMs > 0) return (known) => earlier(known, now + delayMs);
  if (afterMs !== undefined || limitMs !== undefined || quietMs <= 0) return undefined;
  return (known) => postponed(known, now, quietMs);
}

/** The earliest of several times wins. */
function earlier(known: Due | undefined, at: number): Due {
  if (!known) return { readyAt: at, latestAt: at };
  return { readyAt: Math.min(known.readyAt, at), latestAt: Math.min(known.latestAt, at) };
}

/** Each event restarts the quiet time, but what was due at some time is not due later than that. */
function postponed(known: Due | undefined, now: number, quietMs: number): Due {
  const latestAt = Math.min(known?.latestAt ?? Number.POSITIVE_INFINITY, now + QUIET_LIMIT * quietMs);
  return { readyAt: Math.min(now + quietMs, latestAt), latestAt };
}
