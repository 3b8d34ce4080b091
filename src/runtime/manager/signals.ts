/** The signals that end a process. */
import { longLivedAbort } from '../linked-abort.js';
import { markEndOfProcess } from './process-end.js';

/** The part of `process` that is needed. */
export interface SignalSource {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * Aborts on the first SIGINT or SIGTERM; a second one ends the process at once, with code 1. A manager that was started with
 * it ends the process when it has stopped, also when something else keeps the event loop alive, and logs what that is.
 * @example
 * ```ts
 * const running = manager.start(signalHandler());
 * await manager.elected;
 * await manager[Symbol.asyncDispose]();
 * await running;
 * ```
 */
export function signalHandler(source: SignalSource = process): AbortSignal {
  const controller = longLivedAbort();
  const onSignal = (name: string) => (): void => {
    if (controller.signal.aborted) source.exit(1);
    else controller.abort(new Error(`received ${name}`));
  };
  source.on('SIGINT', onSignal('SIGINT'));
  source.on('SIGTERM', onSignal('SIGTERM'));
  return markEndOfProcess(controller.signal);
}
