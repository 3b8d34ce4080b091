/** What a manager can run. */
import type { Logger } from './log/logger.js';

/** Given to a runnable when it starts. */
export interface RunContext {
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** `run` resolves after a clean stop, which follows the abort of its signal, and rejects on failure. */
export interface Runnable {
  run(context: RunContext): Promise<void>;
  /** When it starts: servers first, `always` with the caches, `leader` (the default) only while leading. */
  readonly group?: 'server' | 'always' | 'leader';
  /** Resolves when the manager may go on to the next group. */
  ready?(): Promise<void>;
}
