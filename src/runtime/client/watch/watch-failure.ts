/** What a failed list or watch means for the next try. */
import { findApiError, is } from '../requests/api-error.js';

/**
 * `rewatch`: the state is good, connect again. `relist`: ask for the state again, at the version
 * that was reached. `restart`: ask for the newest state, because the version itself is the problem.
 */
export type NextStep = 'rewatch' | 'relist' | 'restart';

/** What to do after an error while watching. */
export function nextStepAfter(error: unknown): NextStep {
  if (isTooLargeVersion(error)) return 'restart';
  if (is.gone(error) || is.expired(error)) return 'relist';
  if (is.connection(error) || is.tooManyRequests(error)) return 'rewatch';
  if (is.serviceUnavailable(error) || is.serverTimeout(error) || is.timeout(error)) return 'rewatch';
  // The kind is gone or was replaced: versions of the old one mean nothing.
  if (is.notFound(error) || is.noMatch(error)) return 'restart';
  return 'relist';
}

/** The server has not reached the version yet, or never will because its data was restored from a backup. */
export function isTooLargeVersion(error: unknown): boolean {
  const found = findApiError(error);
  const hasCause = found?.status.details?.causes?.some((cause) => cause.reason === 'ResourceVersionTooLarge');
  return hasCause === true || /too large resource version/i.test(found?.message ?? '');
}

/** The server does not stream the initial state: too old, or switched off. */
export function isStreamingRefused(error: unknown): boolean {
  return is.invalid(error) || is.badRequest(error) || is.notAcceptable(error) || is.methodNotAllowed(error);
}

/** Waiting will not help until somebody changes roles or installs something. */
export function needsSomebody(error: unknown): boolean {
  return is.forbidden(error) || is.notFound(error) || is.noMatch(error) || is.unauthorized(error);
}
