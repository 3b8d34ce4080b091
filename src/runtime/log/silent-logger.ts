/** A logger for tests and for programs that report in their own way. */
import type { Logger } from './logger.js';

/** Drops everything. */
export const silentLogger: Logger = {
  error() {},
  info() {},
  debug() {},
  with: () => silentLogger,
  named: () => silentLogger,
};
