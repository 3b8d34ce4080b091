/** A logger whose fields cost nothing until something is logged. */
import type { LogFields, Logger } from './logger.js';

/** Like `base.with(fields())`, made at the first line that is written. */
export function lazyLogger(base: Logger, fields: () => LogFields): Logger {
  let made: Logger | undefined;
  const logger = (): Logger => (made ??= base.with(fields()));
  const isOff = (level: 'error' | 'info' | 'debug'): boolean => base.enabled?.(level) === false;
  return {
    error(message, more) {
      if (!isOff('error')) logger().error(message, more);
    },
    info(message, more) {
      if (!isOff('info')) logger().info(message, more);
    },
    debug(message, more) {
      if (!isOff('debug')) logger().debug(message, more);
    },
    enabled: (level) => !isOff(level),
    with: (more) => logger().with(more),
    named: (name) => logger().named(name),
  };
}
