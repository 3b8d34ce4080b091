/** Serves one admission path: reads the review, asks the handlers, writes the answer. */
import type { AdmissionHandler, AdmissionRequest, AdmissionResponse } from './admission.js';
import { admissionContext } from './admission-context.js';
import { allowed, errored } from './admission-response.js';
import { admissionReviewJson, parseAdmissionReview, ReviewError, type ReadReview } from './admission-review.js';
import type { Hook, HookCall, HookReply } from './hook.js';

/**
 * A hook that answers with `handler`. As the API server expects, the HTTP status is 200 even when the
 * answer is an error: that is inside the review.
 */
export function admissionHook(handler: AdmissionHandler): Hook {
  return {
    type: 'admission',
    handle: (call) => answer(handler, call),
    refuse: ({ code, message }) => ({ status: 200, body: admissionReviewJson(errored(code, message), {}) }),
  };
}

async function answer(handler: AdmissionHandler, call: HookCall): Promise<HookReply> {
  const review = tryParse(call);
  if (review instanceof ReviewError) {
    call.log.info('refused a malformed admission review', { reason: review.message });
    return { status: 200, body: admissionReviewJson(errored(400, review.message), review) };
  }
  const { apiVersion, request } = review;
  const log = call.log.with(logFields(request));
  const context = admissionContext({ request, signal: call.signal, log });
  const reply = (response: AdmissionResponse): HookReply => ({
    status: 200,
    body: admissionReviewJson(withWarnings(response, context.warnings), { apiVersion, uid: request.uid }),
  });
  try {
    const response = await handler(request, context);
    log.debug('answered', { allowed: response.allowed, code: response.status?.code });
    return reply(response);
  } catch (error) {
    log.error('an admission handler failed', { error });
    return { ...reply(errored(500, `the webhook has a bug: ${String(error)}`)), panicked: true };
  }
}

function tryParse(call: HookCall): ReadReview | ReviewError {
  try {
    return parseAdmissionReview(call.body, call.contentType);
  } catch (error) {
    if (error instanceof ReviewError) return error;
    throw error;
  }
}

function withWarnings(response: AdmissionResponse, warnings: readonly string[]): AdmissionResponse {
  const status = response.status ?? allowed().status;
  return warnings.length === 0 ? { ...response, status } : { ...response, status, warnings };
}

function logFields(request: AdmissionRequest): Record<string, unknown> {
  const { kind, namespace, name, operation, userInfo, uid } = request;
  return {
    webhookGroup: kind.group,
    webhookKind: kind.kind,
    namespace,
    name,
    operation,
    user: userInfo.username,
    requestID: uid,
  };
}
