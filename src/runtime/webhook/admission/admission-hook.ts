/** Serves one admission path: reads the review, asks the handlers, writes the answer. */
import type { AdmissionHandler, AdmissionRequest, AdmissionResponse } from './admission.js';
import { admissionContext } from './admission-context.js';
import { allowed, errored } from './admission-response.js';
import { admissionReviewJson, parseAdmissionReview, ReviewError, type ReadReview } from './admission-review.js';
import { shortText } from '../../log/redact.js';
import { apiVersionOf, type GVK } from '../../object/kind.js';
import type { Hook, HookCall, HookFailure, HookReply } from '../server/hook.js';

/** What one kind, or with no kind all others, is answered with. */
interface AdmissionEntry {
  readonly kind?: GVK;
  readonly handler: AdmissionHandler;
}

/**
 * Answers with the handler of the kind that the request is about. As the API server expects, the HTTP status is 200 even
 * when the answer is an error: that is inside the review, with the uid of the question.
 */
export class AdmissionHook implements Hook {
  readonly type = 'admission';
  readonly #entries: readonly AdmissionEntry[];

  constructor(entries: readonly AdmissionEntry[]) {
    this.#entries = entries;
  }

  handle(call: HookCall): Promise<HookReply> {
    return answer((request, context) => this.#handlerOf(request)(request, context), call);
  }

  refuse({ code, message }: HookFailure, body?: Buffer): HookReply {
    return { status: 200, body: admissionReviewJson(errored(code, message), body ? identityIn(body) : {}) };
  }

  /** One hook for the kinds of both. Throws when they have one in common. */
  joined(other: AdmissionHook, path: string): AdmissionHook {
    for (const { kind } of other.#entries) {
      const isTaken = this.#entries.some((entry) => describe(entry.kind) === describe(kind));
      if (isTaken)
        throw new Error(
          `the webhook path ${path} already serves ${describe(kind)}: give one of the hooks another path`,
        );
    }
    return new AdmissionHook([...this.#entries, ...other.#entries]);
  }

  #handlerOf({ kind, resource, subResource }: AdmissionRequest): AdmissionHandler {
    const name = describe(kind);
    const own = this.#entries.find((entry) => describe(entry.kind) === name);
    const found = own ?? this.#entries.find((entry) => entry.kind === undefined);
    if (found) return found.handler;
    const served = this.#entries.map((entry) => describe(entry.kind)).join(', ');
    const check = 'check the rules of the webhook configuration';
    const fix = subResource
      ? `the body of ${resource.resource}/${subResource} is of a kind of its own, so serve ${name} on the same path, or ${check}`
      : check;
    return async () => errored(400, `this webhook serves ${served}, but the request is about ${name}: ${fix}`);
  }
}

/** A hook that answers all kinds with `handler`, or one. */
export function admissionHook(handler: AdmissionHandler, kind?: GVK): AdmissionHook {
  return new AdmissionHook([{ kind, handler }]);
}

function describe(kind: GVK | undefined): string {
  return kind ? `${apiVersionOf(kind)} ${kind.kind}` : 'all kinds';
}

/** The uid and version of a review, as far as they can be read. */
function identityIn(body: Buffer): { uid?: string; apiVersion?: string } {
  try {
    const { apiVersion, request } = parseAdmissionReview(body, 'application/json');
    return { apiVersion, uid: request.uid };
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    return error.uid === undefined ? identityAtStart(body) : error;
  }
}

/** How the API server begins a review: with its version and the uid, in this order and without spaces. */
const START = /^\{"kind":"AdmissionReview","apiVersion":"([\w./]+)","request":\{"uid":"([\w-]+)"/;

/** The uid and version of a review of which only the beginning was read. */
function identityAtStart(body: Buffer): { uid?: string; apiVersion?: string } {
  const [, apiVersion, uid] = START.exec(body.toString('latin1', 0, 512)) ?? [];
  return { apiVersion, uid };
}

async function answer(handler: AdmissionHandler, call: HookCall): Promise<HookReply> {
  const review = tryParse(call);
  if (review instanceof ReviewError) {
    call.log.info('refused a malformed admission review', { reason: shortText(review.message) });
    return { status: 200, body: admissionReviewJson(errored(400, review.message), identityIn(call.body)) };
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
    log.debug('answered', answerFields(response, context.warnings));
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

/** What was answered, and the words that the person who asked has read. */
function answerFields({ allowed: isAllowed, status }: AdmissionResponse, warnings: readonly string[]) {
  return {
    allowed: isAllowed,
    code: status?.code,
    ...(isAllowed ? {} : { denial: status?.message ?? '' }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function logFields(request: AdmissionRequest): Record<string, unknown> {
  const { kind, namespace, name, operation, userInfo, uid } = request;
  const short = (text: unknown): string | undefined => (typeof text === 'string' ? shortText(text) : undefined);
  return {
    webhookGroup: short(kind.group),
    webhookKind: short(kind.kind),
    namespace: short(namespace),
    name: short(name),
    operation,
    user: short(userInfo.username),
    requestID: short(uid),
  };
}
