/** Limits of the calls of a webhook server. */
import { optionMs, type WaitTime } from '../../object/wait-time.js';
import { Arrivals } from '../limits/arrivals.js';
import { MemoryBudget, memoryLimits } from '../limits/memory-budget.js';

/** Limits that an operator may set. */
export interface CallLimitOptions {
  /** Largest admission request; 7 MiB by default, or a sixteenth of the heap if that is less. */
  readonly maxBodyBytes?: number | undefined;
  /** Largest conversion request, which may have a whole list; 128 MiB by default, or a sixteenth of the heap if that is less. */
  readonly maxConversionBytes?: number | undefined;
  /** Memory for all calls together, estimated from their bodies; half of the heap by default. */
  readonly budgetBytes?: number | undefined;
  /** Longest time for a request to arrive, its body included, and for its answer to be read; `30s` by default. */
  readonly requestTimeout?: WaitTime | undefined;
  /** Longest time for one answer; `30s` by default, and never more than the API server waits. */
  readonly callTimeout?: WaitTime | undefined;
}

/** Limits of a call. */
export interface CallLimits {
  readonly maxBodyBytes: number;
  readonly maxConversionBytes: number;
  readonly callTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Memory for bodies that are not complete. */
  readonly arrivals: Arrivals;
  /** Memory for calls with complete bodies. */
  readonly budget: MemoryBudget;
}

/** Incomplete bodies get a quarter of what calls get, beside it: bytes that nobody has parsed yet. */
const ARRIVING = 1 / 4;

/** The limits of one server. */
export function callLimits(options: CallLimitOptions): CallLimits {
  const own = memoryLimits();
  const { maxBodyBytes = own.maxBodyBytes, maxConversionBytes = own.maxConversionBytes } = options;
  const { callTimeout = '30s', requestTimeout = '30s', budgetBytes = own.budgetBytes } = options;
  return {
    maxBodyBytes,
    maxConversionBytes,
    callTimeoutMs: optionMs('callTimeout', callTimeout) ?? 0,
    requestTimeoutMs: optionMs('requestTimeout', requestTimeout) ?? 0,
    arrivals: new Arrivals(Math.floor(budgetBytes * ARRIVING)),
    budget: new MemoryBudget(budgetBytes),
  };
}
