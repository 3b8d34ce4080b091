/** Numbers in the options of a transport. */
import { InvalidCallError, quoted } from '../../object/invalid-call.js';

/** Throws for numbers that would mean "without end" or "at once" by accident, such as `NaN`. */
export function checkNumbers(options: {
  readonly maxRetries?: number;
  readonly stallTimeoutMs?: number;
  readonly watchProbeMs?: number;
}): void {
  const { maxRetries = 0, stallTimeoutMs = 1, watchProbeMs = 0 } = options;
  check('maxRetries', maxRetries, Number.isSafeInteger(maxRetries) && maxRetries >= 0);
  check('stallTimeoutMs', stallTimeoutMs, isTimer(stallTimeoutMs) && stallTimeoutMs > 0);
  check('watchProbeMs', watchProbeMs, isTimer(watchProbeMs));
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
