/** Health checks and what they answer. */
import type { Logger } from '../log/logger.js';
import { redactText } from '../log/redact.js';

/** Fails by throwing or rejecting. */
export type Check = () => void | Promise<void>;

/** An answer to a probe. */
export interface CheckReport {
  readonly status: number;
  readonly body: string;
}

/**
 * A check that always passes: the process answers, so it lives.
 * @example
 * ```ts
 * manager.addHealthCheck('process', ping);
 * ```
 */
export const ping: Check = () => undefined;

/** The checks behind one endpoint, such as `/healthz`. */
export class CheckList {
  readonly #checks = new Map<string, Check>();
  /** Why a check failed when it was last asked; probes come every few seconds, and say the same each time. */
  readonly #failures = new Map<string, string>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, check: Check): void {
    if (name === '' || name.includes('/'))
      throw new Error(`"${name}" cannot be the name of a check; it becomes part of a path`);
    if (this.#checks.has(name)) throw new Error(`there are two checks named "${name}"; give each its own name`);
    this.#checks.set(name, check);
  }

  /**
   * Answers the path below the endpoint: `` or `/` for all checks, `/name` for one. Failures of all
   * together withhold the reason, which is logged.
   */
  async report(path: string, query: URLSearchParams): Promise<CheckReport> {
    const name = path.replace(/^\//, '');
    if (name === '') return this.#all(query);
    const check = this.#checks.get(name);
    if (!check) return { status: 404, body: `there is no check "${name}"\n` };
    const error = await failureOf(check);
    return error === undefined
      ? { status: 200, body: 'ok' }
      : { status: 500, body: `${redactText(messageOf(error))}\n` };
  }

  /** Logs a failure once, until it is another one or over. */
  #tell(name: string, error: unknown): void {
    const before = this.#failures.get(name);
    if (error === undefined) {
      if (this.#failures.delete(name)) this.#log.info('health check passes again', { check: name });
      return;
    }
    const message = messageOf(error);
    if (message === before) return;
    this.#failures.set(name, message);
    this.#log.error('health check failed', { check: name, error });
  }

  async #all(query: URLSearchParams): Promise<CheckReport> {
    const excluded = new Set(query.getAll('exclude'));
    const names = [...this.#checks.keys()].sort();
    const results = await Promise.all(
      names.map(async (name) => ({
        name,
        isExcluded: excluded.has(name),
        error: excluded.has(name) ? undefined : await failureOf(this.#checks.get(name) ?? ping),
      })),
    );
    const failed = results.filter(({ error }) => error !== undefined);
    for (const { name, isExcluded, error } of results) if (!isExcluded) this.#tell(name, error);
    const unknown = [...excluded].filter((name) => !this.#checks.has(name));
    if (failed.length === 0 && !query.has('verbose')) return { status: 200, body: 'ok' };
    const lines = [
      ...results.map(lineOf),
      ...(unknown.length === 0
        ? []
        : [`warn: there are no checks named ${unknown.map((name) => `"${name}"`).join(', ')}`]),
      failed.length === 0 ? 'check passed' : 'check failed',
    ];
    return { status: failed.length === 0 ? 200 : 500, body: `${lines.join('\n')}\n` };
  }
}

function lineOf(result: { name: string; isExcluded: boolean; error: unknown }): string {
  if (result.isExcluded) return `[+]${result.name} excluded: ok`;
  return result.error === undefined ? `[+]${result.name} ok` : `[-]${result.name} failed: reason withheld`;
}

/** A probe of the kubelet has long given up by then; a check that hangs must not delay the stop. */
const CHECK_MS = 10_000;

async function failureOf(check: Check): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `the check did not end within ${CHECK_MS / 1000} s`;
    timer = setTimeout(() => reject(new Error(message)), CHECK_MS).unref();
  });
  try {
    await Promise.race([check(), late]);
    return undefined;
  } catch (error) {
    return error ?? new Error('the check failed');
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
