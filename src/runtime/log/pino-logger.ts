/** The default logger: pino, written synchronously, so that the last line before a crash is not lost. */
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import type { Logger, LogFields } from './logger.js';
import { prettyLine } from './pretty-line.js';
import { printableJson } from './printable.js';
import { redactFields, redactText } from './redact.js';

/** How the default logger writes. */
export interface LoggerOptions {
  readonly level?: 'error' | 'info' | 'debug' | undefined;
  /** One JSON object per line, or lines for people. Default: lines for people on a terminal. */
  readonly format?: 'json' | 'pretty' | undefined;
  /** How times are written in JSON; RFC 3339 by default. */
  readonly time?: 'rfc3339' | 'epoch' | 'millis' | 'nanos' | undefined;
  /** Gets each line, newline included. Default: standard error. */
  readonly write?: ((line: string) => void) | undefined;
  readonly color?: boolean | undefined;
}

const STDERR = 2;

/**
 * Makes a logger.
 * @example
 * ```ts
 * const log = createLogger({ level: 'info', format: 'json' }).named('guestbook').with({ tenant: 'a' });
 * log.info('scaled', { replicas: 3 });
 * ```
 */
export function createLogger(options: LoggerOptions = {}): Logger {
  const write = options.write ?? writeToStderr;
  const isTerminal = options.write === undefined && process.stderr.isTTY === true;
  const isPretty = (options.format ?? (isTerminal ? 'pretty' : 'json')) === 'pretty';
  const color = options.color ?? isTerminal;
  const shown = isPretty ? (line: string) => prettyLine(line, { color }) : printableJson;
  const root = pino(
    {
      level: options.level ?? 'info',
      base: null,
      messageKey: 'msg',
      errorKey: 'error',
      timestamp: timestampOf(isPretty ? 'rfc3339' : (options.time ?? 'rfc3339')),
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => write(shown(line)) },
  );
  return new PinoLogger(root, '');
}

class PinoLogger implements Logger {
  readonly #pino: PinoInstance;
  readonly #name: string;

  constructor(instance: PinoInstance, name: string) {
    this.#pino = instance;
    this.#name = name;
  }

  error(message: string, fields: LogFields & { error?: unknown } = {}): void {
    if (this.#pino.isLevelEnabled('error')) this.#pino.error(causesOnce(redactFields(fields)), redactText(message));
  }

  info(message: string, fields: LogFields = {}): void {
    if (this.#pino.isLevelEnabled('info')) this.#pino.info(redactFields(fields), redactText(message));
  }

  debug(message: string, fields: LogFields = {}): void {
    if (this.#pino.isLevelEnabled('debug')) this.#pino.debug(redactFields(fields), redactText(message));
  }

  enabled(level: 'error' | 'info' | 'debug'): boolean {
    return this.#pino.isLevelEnabled(level);
  }

  with(fields: LogFields): Logger {
    return new PinoLogger(this.#pino.child(redactFields(fields)), this.#name);
  }

  named(name: string): Logger {
    const logger = this.#name === '' ? name : `${this.#name}.${name}`;
    return new PinoLogger(this.#pino.child({ logger }), logger);
  }
}

type PinoInstance = Pick<ReturnType<typeof pino>, 'error' | 'info' | 'debug' | 'child' | 'isLevelEnabled'>;

/**
 * Pino adds the messages of causes to that of an error, but not those of causes that are functions. Most errors of the runtime
 * already contain the message of their cause. The fields are copies.
 */
function causesOnce(fields: LogFields): LogFields {
  const { error } = fields;
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return fields;
  const { message, cause } = error;
  if (message.includes(cause.message)) error.cause = () => cause;
  return fields;
}

function timestampOf(format: NonNullable<LoggerOptions['time']>): () => string {
  switch (format) {
    case 'rfc3339':
      return () => `,"ts":"${new Date().toISOString()}"`;
    case 'epoch':
      return () => `,"ts":${Date.now() / 1000}`;
    case 'millis':
      return () => `,"ts":${Date.now()}`;
    case 'nanos':
      return () => `,"ts":${Date.now()}000000`;
  }
}

function writeToStderr(line: string): void {
  try {
    writeSync(STDERR, line);
  } catch (error) {
    // A closed or full pipe must not end the operator; there is nowhere left to report to.
    if (!isPipeError(error)) throw error;
  }
}

function isPipeError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EAGAIN', 'EPIPE', 'EBADF', 'EIO'].includes(String(error.code));
}
