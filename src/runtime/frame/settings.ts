/** Settings of a controller, as users write them. */
import type { ControllerOptions } from '../controller/controller-options.js';
import type { Request, Result } from '../controller/reconcile.js';
import { type WaitTime, waitTimeMs } from '../object/wait-time.js';
import type { WorkContext } from './context.js';

/** Decides what follows an error; `'default'` for a retry with backoff. */
export type ErrorHandler = (error: unknown, request: Request, context: WorkContext) => Result | 'default';

/** All have defaults; those of the manager come before the built-in ones. */
export interface ControllerSettings extends Pick<
  ControllerOptions,
  'concurrency' | 'limiter' | 'lowPriority' | 'oldestEvery' | 'leaderElection' | 'warmup'
> {
  /** In metrics and logs, and part of the finalizer; by default the kind in lower case. Must be unique in the manager. */
  readonly name?: string | undefined;
  /** How long a reconcile may take before its signal aborts; `10m` by default. */
  readonly timeout?: WaitTime | undefined;
  /** Waits until no event has come for this long, so that a burst becomes one reconcile. */
  readonly debounce?: WaitTime | undefined;
  /** How long each source may take to bring its first state; `2m` by default. */
  readonly cacheSyncTimeout?: WaitTime | undefined;
  /** The finalizer of `finalize`; `<plural>.<group>/<controller>` by default. */
  readonly finalizer?: string | undefined;
  /** Objects that are being deleted reach `reconcile`, once their finalizer is gone. */
  readonly whileDeleting?: boolean | undefined;
  /** Clusters in which the kind and its children are watched: names, or `all` that the manager has; its own by default. */
  readonly clusters?: 'all' | readonly string[] | undefined;
}

/** The settings as the engine needs them. */
export function engineOptions(settings: ControllerSettings, controller: string): ControllerOptions {
  const { name: _name, finalizer: _finalizer, whileDeleting: _whileDeleting, clusters: _clusters, ...rest } = settings;
  const { timeout, debounce, cacheSyncTimeout, ...same } = rest;
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...inMs('timeoutMs', timeout, controller),
    ...inMs('debounceMs', debounce, controller),
    ...inMs('cacheSyncTimeoutMs', cacheSyncTimeout, controller),
  };
}

function inMs(
  name: 'timeoutMs' | 'debounceMs' | 'cacheSyncTimeoutMs',
  time: unknown,
  controller: string,
): ControllerOptions {
  if (time === undefined) return {};
  try {
    return { [name]: waitTimeMs(time) };
  } catch (error) {
    throw new Error(
      `controller "${controller}": ${name.slice(0, -2)} is wrong, ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
