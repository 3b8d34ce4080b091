/** Settings of a controller, as users write them. */
import type { ControllerOptions } from '../controller/controller-options.js';
import type { Request, Result } from '../controller/reconcile.js';
import { optionMs, type WaitTime } from '../object/wait-time.js';
import type { WorkContext } from './context.js';

/** Decides what follows an error; `'default'` for a retry with backoff. */
export type ErrorHandler = (error: unknown, request: Request, context: WorkContext) => Result | 'default';

/** Settings that controllers share; all have defaults. */
export interface ControllerDefaults extends Pick<
  ControllerOptions,
  | 'concurrency'
  | 'kindConcurrency'
  | 'limiter'
  | 'lowPriority'
  | 'oldestEvery'
  | 'leaderElection'
  | 'warmup'
  | 'onError'
> {
  /** How long a reconcile may take before its signal aborts; `10m` by default, `never` for no limit. */
  readonly timeout?: WaitTime | 'never' | undefined;
  /**
   * Waits until no event has come for this long, so that a burst becomes one reconcile, but at most ten times as long after
   * the first event; not by default.
   */
  readonly debounce?: WaitTime | undefined;
  /** How long each source may take to bring its first state; `2m` by default. */
  readonly cacheSyncTimeout?: WaitTime | undefined;
}

/** All have defaults; those of the manager come before the built-in ones. */
export interface ControllerSettings extends Omit<ControllerDefaults, 'kindConcurrency' | 'onError'> {
  /** In metrics and logs, and part of the finalizer; by default the kind in lower case. Must be unique in the manager. */
  readonly name?: string | undefined;
  /** The finalizer of `finalize`; `<plural>.<group>/<controller>` by default. */
  readonly finalizer?: string | undefined;
  /** Objects that are being deleted reach `reconcile`, once their finalizer is gone. */
  readonly whileDeleting?: boolean | undefined;
  /**
   * `ordered`: when the object is deleted, its children are deleted first, the last child first, each gone before the next. By
   * default the garbage collector deletes them, in any order.
   */
  readonly deletion?: 'ordered' | undefined;
  /** Clusters in which the kind and its children are watched: names, or `all` that the manager has; its own by default. */
  readonly clusters?: 'all' | readonly string[] | undefined;
}

/** The settings as the engine needs them; `whose` is named in errors. */
export function engineOptions(settings: ControllerSettings & ControllerDefaults, whose: string): ControllerOptions {
  const {
    name: _name,
    finalizer: _finalizer,
    whileDeleting: _whileDeleting,
    deletion: _deletion,
    clusters: _clusters,
    ...rest
  } = settings;
  const { timeout, debounce, cacheSyncTimeout, ...same } = rest;
  const times = {
    timeoutMs: timeout === 'never' ? 0 : optionMs(`${whose}: timeout`, timeout),
    debounceMs: optionMs(`${whose}: debounce`, debounce),
    cacheSyncTimeoutMs: optionMs(`${whose}: cacheSyncTimeout`, cacheSyncTimeout),
  };
  return Object.fromEntries(Object.entries({ ...same, ...times }).filter(([, value]) => value !== undefined));
}
