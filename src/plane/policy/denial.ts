/** How a denied write is answered. */
import { forbidden, StatusError } from '../api-status.js';
import type { AdmissionAttempt } from '../backend.js';

/** What a policy has against a write. */
export interface Finding {
  readonly policy: string;
  /** Undefined when no binding is to blame. */
  readonly binding: string | undefined;
  readonly message: string;
  readonly reason: string;
  /** Whether it denies the write even where the binding only warns. */
  readonly isAlwaysDenied?: boolean;
}

const CODES: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Invalid: 422,
  RequestEntityTooLarge: 413,
  Unauthorized: 401,
};

/** The error for a write that a policy denies. */
export function denial({ type, name }: AdmissionAttempt, { policy, binding, message, reason }: Finding): StatusError {
  const bound = binding === undefined ? '' : ` with binding '${binding}'`;
  const why = `ValidatingAdmissionPolicy '${policy}'${bound} denied request: ${message}`;
  const { status } = forbidden(type, name, why);
  const shown = reason === '' ? 'Invalid' : reason;
  return new StatusError(CODES[shown] ?? 422, shown, status.message ?? why, {
    ...status.details,
    causes: [{ message: why }],
  });
}
