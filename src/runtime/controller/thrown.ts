/** What reconcilers throw, which may be anything. */
import { TerminalError } from './reconcile.js';

/** Something was thrown that is not an error, or that cannot be looked at. */
export class NotAnErrorError extends Error {
  override readonly name = 'Error';
}

/** What was thrown as an error that can be read and logged. */
export function errorFrom(thrown: unknown): Error {
  try {
    // Asked for here, where it may fail: what follows asks for them again.
    if (thrown instanceof Error && typeof thrown.name === 'string') return thrown;
  } catch (failure) {
    return new NotAnErrorError(`the reconciler threw an object that cannot be read: ${textOf(failure)}`);
  }
  return new NotAnErrorError(`the reconciler threw ${textOf(thrown)}, which is not an Error`);
}

/** Never throws. */
export function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    // Without a prototype, or with one that is broken, nothing can be converted to a string.
    return `a ${typeof thrown}`;
  }
}

/** Whether it, or what caused it, says that trying again is useless. */
export function isTerminalError(error: unknown): boolean {
  for (let found = error, depth = 0; found instanceof Error && depth < 16; found = found.cause, depth++)
    if (found instanceof TerminalError || found.name === 'TerminalError') return true;
  return false;
}
