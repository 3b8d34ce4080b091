/** An abort that follows another one, without the references that `AbortSignal.any` keeps. */
import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.js';
import { systemClock } from './clock.js';

/** A signal of its own. It must be disposed when the work is over, or the parents remember it for ever. */
export interface LinkedAbort extends Disposable {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

/** Aborts when any parent aborts, and after `timeoutMs` with the error that `timeoutError` makes. */
export function linkAbort(
  parents: readonly (AbortSignal | undefined)[],
  options: { timeoutMs?: number; timeoutError?: () => Error; clock?: Clock } = {},
): LinkedAbort {
  const controller = longLivedAbort();
  const links: (() => void)[] = [];
  for (const parent of parents) {
    if (!parent) continue;
    if (parent.aborted) {
      controller.abort(parent.reason);
      break;
    }
    const follow = (): void => controller.abort(parent.reason);
    parent.addEventListener('abort', follow, { once: true });
    links.push(() => parent.removeEventListener('abort', follow));
  }
  const { timeoutMs, clock = systemClock, timeoutError = () => new Error(`timed out after ${timeoutMs} ms`) } = options;
  if (timeoutMs !== undefined && !controller.signal.aborted) {
    const timer = clock.after(timeoutMs, () => controller.abort(timeoutError()));
    links.push(() => timer.cancel());
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => links.splice(0).forEach((unlink) => unlink()),
  };
}

/** A controller whose signal may have any number of listeners at once; Node warns above ten of others. */
export function longLivedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** `work`, or a rejection with the signal's reason as soon as it aborts. The work itself continues, and its result is ignored. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    // Attached in any case: a rejection that comes too late has been answered by the signal.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
