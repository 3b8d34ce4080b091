/** Promises that nobody waits for, and that fail: in a reconciler an `await` is missing. */
import { currentWork } from '../current-work.js';
import type { Logger } from '../log/logger.js';

/** The part of `process` that is needed. */
export interface RejectionSource {
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown;
  off(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown;
}

/** A promise was rejected that nobody waits for. */
class UnhandledRejectionError extends Error {
  override readonly name = 'UnhandledRejectionError';
  constructor(reason: unknown, about: Readonly<Record<string, unknown>>) {
    const where = Object.entries(about).map(([name, value]) => `${name} ${String(value)}`);
    super(
      `a promise was rejected that nobody waits for${where.length === 0 ? '' : `, in ${where.join(', ')}`}: ` +
        `${reason instanceof Error ? reason.message : String(reason)}; an "await" is missing`,
      { cause: reason },
    );
  }
}

type Handler = (reason: unknown) => void;

/** One listener for all managers of a process: with several, nobody could tell whose promise it was. */
const handlers = new Map<RejectionSource, Set<Handler>>();

/**
 * Logs such rejections, with the controller and object where they are known, and calls `stop` with the first. Without
 * this Node would end the process at once, in the middle of whatever runs. Returns a function that ends it.
 */
export function watchUnhandledRejections(
  log: Logger,
  stop: (error: UnhandledRejectionError) => void,
  source: RejectionSource = process,
): () => void {
  const handle = (reason: unknown): void => {
    const work = currentWork();
    const about = work?.about?.() ?? {};
    const error = new UnhandledRejectionError(reason, about);
    log.error('a promise was rejected that nobody waits for: an "await" is missing; stopping', {
      ...about,
      error: reason,
    });
    stop(error);
  };
  const shared = handlers.get(source) ?? new Set();
  if (shared.size === 0) source.on('unhandledRejection', dispatcherOf(shared));
  handlers.set(source, shared.add(handle));
  return () => {
    shared.delete(handle);
    if (shared.size === 0) source.off('unhandledRejection', dispatcherOf(shared));
  };
}

const dispatchers = new WeakMap<Set<Handler>, Handler>();

function dispatcherOf(shared: Set<Handler>): Handler {
  const dispatch = dispatchers.get(shared) ?? ((reason: unknown) => shared.forEach((handle) => handle(reason)));
  dispatchers.set(shared, dispatch);
  return dispatch;
}
