/** How a write ended, as far as its answer or error shows. */
import { ConnectionError, isRefused, isTrustFailure } from '../../client/connection/connection-error.js';
import { findApiError, is, NoKindMatchError, NoSubresourceError } from '../../client/requests/api-error.js';
import { isUnsent } from '../../object/invalid-call.js';

/** How a write ended. */
export type WriteOutcome =
  | { readonly type: 'written'; readonly resourceVersion: string }
  | { readonly type: 'deleted'; readonly uid: string }
  /** The object does not exist. */
  | { readonly type: 'absent' }
  /** Nothing was stored, or nothing that the reflector will see. */
  | { readonly type: 'failed' }
  /** Refused, because the server has another state than the one that the write was made from. */
  | { readonly type: 'outdated' }
  /** No answer came, or one that leaves it open: the write may or may not have been stored. */
  | { readonly type: 'uncertain' };

/** Failures of name resolution and routing come before the request is sent. */
const UNSENT_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What an error of a write means. `isStored`: the store has an object with the key of the write. */
export function outcomeOfError(error: unknown, isStored: boolean): WriteOutcome {
  if (wasNeverSent(error)) return { type: 'failed' };
  // A create of what the store has already shows nothing new.
  if (is.conflict(error) || (is.alreadyExists(error) && !isStored)) return { type: 'outdated' };
  const answer = findApiError(error);
  return answer && !mayBeStored(answer) ? { type: 'failed' } : { type: 'uncertain' };
}

function wasNeverSent(error: unknown): boolean {
  if (isUnsent(error) || isRefused(error)) return true;
  if (error instanceof NoKindMatchError || error instanceof NoSubresourceError) return true;
  return error instanceof ConnectionError && (isTrustFailure(error) || UNSENT_CODES.has(error.code));
}

/**
 * An answer is a refusal, so nothing was stored, with three exceptions. 504: the API server or a proxy stopped waiting for a
 * request that may still be executed. 502: a proxy lost the connection after it had passed the request on. 500 without the
 * reason `InternalError`: etcd's own error, such as "etcdserver: request timed out" or a change of its leader, after which
 * the transaction may be committed. Webhooks, quotas and conversions that fail answer 500 `InternalError` before anything
 * is stored, and 503 and 429 are sent instead of executing the request.
 */
function mayBeStored({ code, reason }: { readonly code: number; readonly reason: string }): boolean {
  return code === 504 || code === 502 || (code === 500 && reason !== 'InternalError');
}
