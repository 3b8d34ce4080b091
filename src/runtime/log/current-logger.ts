/** The logger of the current work, so that client, warnings and user code log the same fields. */
import { currentWork, runWork } from '../current-work.js';
import type { Logger } from './logger.js';

/**
 * Runs `work`; everything it calls finds `log` through `currentLogger`.
 * @example
 * ```ts
 * const log = createLogger().with({ request: 7 });
 * const result = await runWithLogger(log, async () => 'done');
 * console.log(result); // done
 * ```
 */
export function runWithLogger<T>(log: Logger, work: () => T): T {
  return runWork({ ...currentWork(), log }, work);
}

/**
 * The logger of the running reconcile or admission request, else `fallback`.
 * @example
 * ```ts
 * runWithLogger(createLogger().with({ request: 7 }), () => currentLogger(silentLogger).info('handled'));
 * ```
 */
export function currentLogger(fallback: Logger): Logger {
  return currentWork()?.log ?? fallback;
}
