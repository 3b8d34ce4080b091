/** The context of admission handlers, for the server and for tests that call a handler directly. */
import type { Logger } from '../../log/logger.js';
import { silentLogger } from '../../log/silent-logger.js';
import type { AdmissionContext, AdmissionRequest } from './admission.js';

/** What may be set in a context made for a test. */
export interface AdmissionContextInput {
  readonly request?: Partial<AdmissionRequest> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly log?: Logger | undefined;
}

/** A context whose warnings can be read back. */
export interface RecordedAdmissionContext extends AdmissionContext {
  readonly warnings: readonly string[];
}

/**
 * A context for calling a defaulter or validator directly, as unit tests do.
 * @example
 * ```ts
 * const validator: Validator<Guestbook> = {
 *   create: ({ spec }, { warn }) => (spec.message ? undefined : warn('a guest book without a message is dull')),
 * };
 * const context = admissionContext({ request: { operation: 'CREATE' } });
 * await validator.create?.(new Guestbook({ metadata: key, spec: {} }), context);
 * console.log(context.warnings.length); // 1
 * ```
 */
export function admissionContext(input: AdmissionContextInput = {}): RecordedAdmissionContext {
  const warnings: string[] = [];
  return {
    request: { ...emptyRequest, ...input.request },
    signal: input.signal ?? new AbortController().signal,
    log: input.log ?? silentLogger,
    warnings,
    warn: (message) => void warnings.push(message),
  };
}

const emptyRequest: AdmissionRequest = {
  uid: '00000000-0000-0000-0000-000000000000',
  kind: { group: '', version: '', kind: '' },
  resource: { group: '', version: '', resource: '' },
  operation: 'CREATE',
  userInfo: {},
};
