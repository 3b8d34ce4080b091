/** What the answer of an admission webhook says. Whatever the API server would not take for an answer is refused. */
import { StatusError } from '../api-status.js';
import { parseJson } from '../decode/exact-json.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { PatchOperation } from '../patch/json-patch.js';
import { WebhookFailure } from './webhook-client.js';

/** The answer of one webhook. */
export interface Verdict {
  readonly denial?: StatusError;
  readonly patch: readonly PatchOperation[];
  readonly warnings: readonly string[];
}

/** Who was asked what. */
export interface Question {
  readonly uid: string;
  readonly name: string;
  readonly isMutating: boolean;
}

/** Reads an AdmissionReview that came back. */
export function verdictOf(review: JsonObject, question: Question): Verdict {
  const response = responseOf(review, question);
  const warnings = Array.isArray(response['warnings']) ? response['warnings'].map(String) : [];
  const patch = patchOf(response, question);
  if (response['allowed'] !== true) return { denial: denialOf(response['status'], question.name), patch: [], warnings };
  return { patch, warnings };
}

function responseOf({ apiVersion, kind, response }: JsonObject, { uid }: Question): JsonObject {
  if (!isObject(response)) throw invalidAnswer('webhook response was absent');
  if (response['uid'] !== uid) throw invalidAnswer(`expected response.uid="${uid}", got "${shown(response['uid'])}"`);
  if (apiVersion !== 'admission.k8s.io/v1' || kind !== 'AdmissionReview') {
    const [version = '', group = ''] = shown(apiVersion).split('/').reverse();
    const found = `${group}/${version}, Kind=${shown(kind)}`;
    throw invalidAnswer(`expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${found}`);
  }
  return response;
}

function invalidAnswer(why: string): WebhookFailure {
  return new WebhookFailure(`received invalid webhook response: ${why}`);
}

function patchOf({ patch, patchType }: JsonObject, { isMutating }: Question): readonly PatchOperation[] {
  const hasPatch = typeof patch === 'string' && patch !== '';
  const hasType = patchType !== undefined && patchType !== null;
  if (!isMutating) {
    if (hasPatch) throw invalidAnswer('validating webhook may not return response.patch');
    if (hasType) throw invalidAnswer('validating webhook may not return response.patchType');
    return [];
  }
  if (hasPatch && !hasType) throw invalidAnswer('webhook returned response.patch but not response.patchType');
  if (!hasPatch && hasType) throw invalidAnswer('webhook returned response.patchType but not response.patch');
  if (!hasPatch) return [];
  if (patchType === '') throw invalidAnswer('webhook returned invalid response.patchType of ""');
  if (patchType !== 'JSONPatch') throw new WebhookFailure(`unsupported patch type "${shown(patchType)}"`);
  return operationsIn(patch);
}

function operationsIn(patch: string): readonly PatchOperation[] {
  let operations: JsonValue;
  try {
    operations = parseJson(Buffer.from(patch, 'base64').toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new WebhookFailure(`received undecodable patch in webhook response: ${error.message}`);
  }
  if (!Array.isArray(operations) || !operations.every(isOperation))
    throw new WebhookFailure(
      'received undecodable patch in webhook response: not a list of operations with op and path',
    );
  return operations as unknown as PatchOperation[];
}

function isOperation(operation: JsonValue): boolean {
  return isObject(operation) && typeof operation['op'] === 'string' && typeof operation['path'] === 'string';
}

function denialOf(status: JsonValue | undefined, name: string): StatusError {
  const given = isObject(status) ? status : {};
  const message = typeof given['message'] === 'string' ? given['message'] : '';
  const reason = typeof given['reason'] === 'string' ? given['reason'] : '';
  const words = message !== '' ? `: ${message}` : reason !== '' ? `: ${reason}` : ' without explanation';
  return new StatusError(
    codeOf(given['code']),
    reason,
    `admission webhook "${name}" denied the request${words}`,
    isObject(given['details']) ? given['details'] : undefined,
  );
}

/** A refusal is never a success, and HTTP knows codes of three digits only. */
function codeOf(code: JsonValue | undefined): number {
  return typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 999 ? code : 400;
}

function shown(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}
