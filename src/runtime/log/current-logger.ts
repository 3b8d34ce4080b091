/** The logger of the work at hand, so that client, warnings and user code carry the same fields. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './logger.js';

const current = new AsyncLocalStorage<Logger>();

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
  return current.run(log, work);
}

/**
 * The logger of the running reconcile or admission request, else `fallback`.
 * @example
 * ```ts
 * runWithLogger(createLogger().with({ request: 7 }), () => currentLogger(silentLogger).info('handled'));
 * ```
 */
export function currentLogger(fallback: Logger): Logger {
  return current.getStore() ?? fallback;
}
