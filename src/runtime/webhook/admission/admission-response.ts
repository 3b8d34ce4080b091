/** Builds the answers that the API server understands. */
import { inspect } from 'node:util';
import { findApiError } from '../../client/requests/api-error.js';
import type { JsonPatchOperation } from '../../client/client.js';
import { stringifyExact } from '../../../kubernetes/json/stringify-exact.js';
import type { AdmissionRequest, AdmissionResponse, AdmissionStatus, FieldCause, Verdict } from './admission.js';

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

/** Lets the request pass. */
export function allowed(): AdmissionResponse {
  return { allowed: true, status: { code: 200 } };
}

/** Lets the request pass with changes. */
export function patched(operations: readonly JsonPatchOperation[]): AdmissionResponse {
  if (operations.length === 0) return allowed();
  const patch = Buffer.from(stringifyExact(operations)).toString('base64');
  return { allowed: true, status: { code: 200 }, patch, patchType: 'JSONPatch' };
}

/** Refuses the request because something about the call itself is wrong. */
export function errored(code: number, message: string): AdmissionResponse {
  return refused({ code, message });
}

/** What a validator's verdict on an object means to the API server. */
export function fromVerdict(
  verdict: Verdict,
  { name, kind }: Pick<AdmissionRequest, 'name' | 'kind'>,
): AdmissionResponse {
  if (verdict === undefined) return allowed();
  if (typeof verdict?.deny !== 'string')
    throw new TypeError(`a validator returns nothing, or { deny: 'why' }, but not ${inspect(verdict, { depth: 1 })}`);
  const { deny: message, causes, code = causes ? 422 : 403, reason } = verdict;
  // kubectl begins with these: The Guestbook "team" is invalid: …
  const details = causes && { name, group: kind.group, kind: kind.kind, causes: causes.map(wireCause) };
  return refused({ code, reason, message, details });
}

/**
 * What an error thrown by a handler means: an API status when it carries one, otherwise a denial.
 * Errors that only a bug can raise are thrown on.
 */
export function fromError(error: unknown): AdmissionResponse {
  if (isBug(error)) throw error;
  const inner = findApiError(error);
  if (inner) return refused({ message: inner.message, ...inner.status, status: 'Failure', code: inner.code });
  return refused({ code: 403, message: error instanceof Error ? error.message : String(error) });
}

/** Whether only a bug raises an error. Handlers may throw a RangeError of their own, but not that of a full stack. */
export function isBug(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof ReferenceError) return true;
  return error instanceof RangeError && error.message.includes('call stack');
}

function refused(status: AdmissionStatus): AdmissionResponse {
  const { code, message, details, reason = reasons[code] } = status;
  return { allowed: false, status: { status: 'Failure', code, reason, message, details } };
}

function wireCause({ field, message, reason = 'FieldValueInvalid' }: FieldCause): object {
  return { field, message, reason };
}
