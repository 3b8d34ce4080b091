import type { Logger } from './logger.js';

/** A logger that drops everything; for tests and for programs that report in their own way. */
export const silentLogger: Logger = {
  error() {},
  info() {},
  debug() {},
  with: () => silentLogger,
  named: () => silentLogger,
};
