/** A logger for tests and for programs that report in their own way. */
import type { Logger } from './logger.js';

/**
 * Drops everything.
 * @example
 * ```ts
 * await using quiet = await createManager({ config, log: silentLogger });
 * console.log(quiet.log === silentLogger); // true
 * ```
 */
export const silentLogger: Logger = {
  error() {},
  info() {},
  debug() {},
  with: () => silentLogger,
  named: () => silentLogger,
};
