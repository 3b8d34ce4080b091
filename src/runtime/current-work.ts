/** The current work: whose reads, writes and log lines these are, without passing it through every call. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './log/logger.js';

/** Who wrote; equal for reconciles of one key by one controller. */
export type Writer = string | symbol;

/** One reconcile, one call of a webhook, or one runnable of the manager. */
export interface Work {
  readonly log?: Logger;
  /** Whose writes its reads wait for. */
  readonly writer?: Writer;
  /**
   * Its reads also wait briefly for answered writes of other work, as reconciles do: they choose names or numbers by looking
   * at what the last reconcile took. Everything else is independent of others, above all calls of webhooks, for which the
   * API server waits.
   */
  readonly waitsForOthers?: boolean;
  /** For messages about it, such as `{ controller, namespace, name }`. */
  readonly about?: () => Readonly<Record<string, unknown>>;
}

const current = new AsyncLocalStorage<Work | undefined>();

/** Runs `call` as a part of `work`, with everything that it begins. */
export function runWork<T>(work: Work, call: () => T): T {
  return current.run(work, call);
}

/** Runs `call` as a part of no work: for what lives longer than the work that happens to begin it. */
export function outsideWork<T>(call: () => T): T {
  return current.getStore() === undefined ? call() : current.run(undefined, call);
}

/** The work that this call is a part of. */
export function currentWork(): Work | undefined {
  return current.getStore();
}
