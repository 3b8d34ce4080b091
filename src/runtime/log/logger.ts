/** Structured logging: a constant message, variables as fields, three levels. */

/** Fields of a log line. */
export type LogFields = Readonly<Record<string, unknown>>;

/** What the runtime logs through; the default is pino. */
export interface Logger {
  error(message: string, fields?: LogFields & { error?: unknown }): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  /** Whether lines of this level are written; absent when unknown. */
  enabled?(level: 'error' | 'info' | 'debug'): boolean;
  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger;
  /** A logger whose name is extended by `name`, as in `manager.cache`. */
  named(name: string): Logger;
}
