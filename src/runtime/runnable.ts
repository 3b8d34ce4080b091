/** What a manager can run. */
import type { Logger } from './log/logger.js';

/** Given to a runnable when it starts. */
export interface RunContext {
  /** Aborted when the runnable must stop: take no new work, finish what runs. */
  readonly signal: AbortSignal;
  /** Aborted when the grace period of the stop is over: drop what still runs. Never before `signal`. */
  readonly cutoff: AbortSignal;
  readonly log: Logger;
}

/** `run` resolves after a clean stop, which follows the abort of its signal, and rejects on failure. */
export interface Runnable {
  run(context: RunContext): Promise<void>;
  /** When it starts: servers first, `always` with the caches, `leader` (the default) only while leading. */
  readonly group?: 'server' | 'always' | 'leader';
  /** Resolves when the manager may go on to the next group. */
  ready?(): Promise<void>;
  /** Preparation that needs no leadership: called before the election, so that a new leader starts faster. */
  warmup?(context: RunContext): Promise<void>;
}
