/** A logger whose fields cost nothing until something is logged. */
import type { LogFields, Logger } from './logger.js';

/** Like `base.with(fields())`, made at the first line that is written. */
export function lazyLogger(base: Logger, fields: () => LogFields): Logger {
  return new LazyLogger(base, fields);
}

class LazyLogger implements Logger {
  readonly #base: Logger;
  readonly #fields: () => LogFields;
  #made: Logger | undefined;

  constructor(base: Logger, fields: () => LogFields) {
    this.#base = base;
    this.#fields = fields;
  }

  error(message: string, more?: LogFields & { error?: unknown }): void {
    if (this.enabled('error')) this.#logger().error(message, more);
  }

  info(message: string, more?: LogFields): void {
    if (this.enabled('info')) this.#logger().info(message, more);
  }

  debug(message: string, more?: LogFields): void {
    if (this.enabled('debug')) this.#logger().debug(message, more);
  }

  enabled(level: 'error' | 'info' | 'debug'): boolean {
    return this.#base.enabled?.(level) !== false;
  }

  with(more: LogFields): Logger {
    return this.#logger().with(more);
  }

  named(name: string): Logger {
    return this.#logger().named(name);
  }

  #logger(): Logger {
    return (this.#made ??= this.#base.with(this.#fields()));
  }
}
