/** Settings of a controller. */
import type { KindInfo } from '../object/kind.js';
import type { RateLimiter } from '../queue/rate-limiter.js';
import type { ReconcileContext, Request, Result } from './reconcile.js';

/** All have defaults; those of the manager come before the built-in ones. */
export interface ControllerOptions {
  /** How many reconciles may run at once, of different keys; 1 by default. */
  readonly concurrency?: number | undefined;
  /** Concurrency by `Kind.group` of what the controller is for, before `concurrency`. Only for the manager's defaults. */
  readonly kindConcurrency?: Readonly<Record<string, number>> | undefined;
  /** Delays after failures. Default: 5 ms doubling to 1000 s, for each key alone. */
  readonly limiter?: RateLimiter | undefined;
  /** Priority of objects that were there at the start, and of resyncs; −100 by default. */
  readonly lowPriority?: number | undefined;
  /**
   * Keys run strictly by priority, but one that waits longest runs after it was overtaken this often; 20 by default, 0 for
   * never.
   */
  readonly oldestEvery?: number | undefined;
  /** How long each source may take to bring its first state; 2 min by default. */
  readonly cacheSyncTimeoutMs?: number | undefined;
  /** How long a reconcile may take before its signal aborts; 10 min by default, 0 for no limit. */
  readonly timeoutMs?: number | undefined;
  /**
   * Waits until no event has come for this long, so that a burst becomes one reconcile, but at most ten times as long after
   * the first event; 0 by default.
   */
  readonly debounceMs?: number | undefined;
  /** Run only while this replica leads; true by default. */
  readonly leaderElection?: boolean | undefined;
  /** Start watching before this replica leads; false by default. */
  readonly warmup?: boolean | undefined;
  /** Decides what follows an error; `'default'` for a retry with backoff. */
  readonly onError?: ((error: unknown, request: Request, context: ReconcileContext) => Result | 'default') | undefined;
}

/** The same options; throws for one that makes no sense. */
export function checkedOptions(name: string, options: ControllerOptions): ControllerOptions {
  const { concurrency = 1, timeoutMs = 0 } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new Error(`controller "${name}": concurrency ${concurrency} is not a whole number above 0`);
  if (!(timeoutMs >= 0))
    throw new Error(`controller "${name}": timeoutMs ${timeoutMs} is not a number of milliseconds`);
  return options;
}

/** The controller's own options over the manager's. */
export function optionsFor(
  primary: KindInfo | undefined,
  manager: ControllerOptions = {},
  own: ControllerOptions = {},
): ControllerOptions {
  const kindKey = primary && [primary.gvk.kind, primary.gvk.group].filter((part) => part !== '').join('.');
  const byKind = kindKey === undefined ? undefined : manager.kindConcurrency?.[kindKey];
  return { ...manager, ...(byKind === undefined ? {} : { concurrency: byKind }), ...own };
}
