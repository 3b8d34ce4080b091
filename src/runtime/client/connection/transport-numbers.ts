/** Numbers in the options of a transport. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import { type WaitTime, waitTimeMs } from '../../object/wait-time.js';

/** Throws for a number that would mean "without end" or "at once" by accident, such as `NaN`. */
export function checkRetries(maxRetries = 0): void {
  check('maxRetries', maxRetries, Number.isSafeInteger(maxRetries) && maxRetries >= 0);
}

/** Milliseconds of an option, as far as timers go. */
export function timerMs(option: string, time: WaitTime | undefined): number | undefined {
  if (time === undefined) return undefined;
  const milliseconds = readMs(option, time);
  if (!isTimer(milliseconds)) throw new InvalidCallError(`${option} is wrong, timers end after 24 days`);
  return milliseconds;
}

function readMs(option: string, time: WaitTime): number {
  try {
    return waitTimeMs(time);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidCallError(`${option} is wrong, ${reason}`, { cause: error });
  }
}

/** Throws for times of one request that would be no limit, or that a socket refuses later. */
export function checkTimes(request: { readonly timeoutMs?: number; readonly idleTimeoutMs?: number }): void {
  const { timeoutMs = 0, idleTimeoutMs = 0 } = request;
  check('timeoutMs', timeoutMs, isTimer(timeoutMs));
  check('idleTimeoutMs', idleTimeoutMs, isTimer(idleTimeoutMs));
}

function check(name: string, value: unknown, isValid: boolean): void {
  if (!isValid) throw new InvalidCallError(`invalid ${name} ${quoted(value)}: use a number that is not negative`);
}

/** Node fires timers beyond this at once. */
function isTimer(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < 2 ** 31;
}
