/** Runs mutating and validating webhooks around a write. */
import { randomUUID } from 'node:crypto';
import type { ApiObject } from './api-object.js';
import { internalError, StatusError, type StatusDetails } from './api-status.js';
import { admissionRequest, conditionsHold, matchingWebhooks, type Webhook } from './admission-webhooks.js';
import type { Admission, AdmissionAttempt, Backend } from './backend.js';
import { CelFailure } from './cel-environment.js';
import { isObject, jsonEqual, type JsonObject, type JsonValue } from './json.js';
import { jsonPatch, PatchFailure, type PatchOperation } from './json-patch.js';
import { callWebhook, WebhookFailure, type ServiceResolver } from './webhook-client.js';

const DEFAULT_TIMEOUT_SECONDS = 10;

/** Admission by the webhook configurations of a backend. */
export function webhookAdmission(backend: () => Backend, resolve: ServiceResolver | undefined): Admission {
  const ask: Ask = async (webhook, attempt) => call(webhook, await seenBy(backend(), webhook, attempt), resolve);
  return {
    mutate: async (attempt) => {
      const hooks = matchingWebhooks(backend(), attempt, 'mutatingwebhookconfigurations');
      return hooks.length === 0 ? attempt.object : mutateAll(backend(), hooks, attempt, ask);
    },
    validate: async (attempt) => {
      const hooks = matchingWebhooks(backend(), attempt, 'validatingwebhookconfigurations');
      const verdicts = await Promise.all(hooks.map((hook) => ask(hook, attempt)));
      for (const { warnings } of verdicts) attempt.warnings.push(...warnings);
      const denied = verdicts.find((verdict) => verdict.denial !== undefined);
      if (denied?.denial !== undefined) throw denied.denial;
    },
  };
}

type Ask = (webhook: Webhook, attempt: AdmissionAttempt) => Promise<Verdict>;

/** The attempt with its objects in the version that a webhook wants. */
async function seenBy(
  { conversion }: Backend,
  { type }: Webhook,
  attempt: AdmissionAttempt,
): Promise<AdmissionAttempt> {
  if (type === attempt.type) return attempt;
  const convert = async (object: ApiObject | undefined): Promise<ApiObject | undefined> =>
    object === undefined ? undefined : (await conversion.toVersion([object], type))[0];
  return { ...attempt, object: await convert(attempt.object), oldObject: await convert(attempt.oldObject) };
}

interface Verdict {
  readonly denial?: StatusError;
  readonly patch: readonly PatchOperation[];
  readonly warnings: readonly string[];
}

const ALLOWED: Verdict = { patch: [], warnings: [] };

async function mutateAll(
  backend: Backend,
  hooks: readonly Webhook[],
  attempt: AdmissionAttempt,
  ask: Ask,
): Promise<ApiObject | undefined> {
  let object = attempt.object;
  const run = async (hook: Webhook): Promise<boolean> => {
    const verdict = await ask(hook, { ...attempt, object });
    attempt.warnings.push(...verdict.warnings);
    if (verdict.denial !== undefined) throw verdict.denial;
    if (verdict.patch.length === 0 || object === undefined) return false;
    const [seen = object] = await backend.conversion.toVersion([object], hook.type);
    const changed = patchObject(seen, verdict.patch, hook);
    const [patched = changed] = await backend.conversion.toVersion([changed], attempt.type);
    const isChanged = !jsonEqual(patched, object);
    object = patched;
    return isChanged;
  };
  const changedAfter = new Map<Webhook, boolean>();
  for (const hook of hooks) {
    const isChanged = await run(hook);
    if (isChanged) for (const earlier of changedAfter.keys()) changedAfter.set(earlier, true);
    changedAfter.set(hook, false);
  }
  for (const [hook, isStale] of changedAfter) {
    if (isStale && hook.spec['reinvocationPolicy'] === 'IfNeeded') await run(hook);
  }
  return object;
}

function patchObject(object: ApiObject, patch: readonly PatchOperation[], hook: Webhook): ApiObject {
  try {
    return jsonPatch(object, patch) as ApiObject;
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw internalError(`failed to apply patch of webhook "${hook.name}": ${error.message}`);
  }
}

async function call(
  webhook: Webhook,
  attempt: AdmissionAttempt,
  resolve: ServiceResolver | undefined,
): Promise<Verdict> {
  const { spec, name } = webhook;
  const isIgnored = spec['failurePolicy'] === 'Ignore';
  const uid = randomUUID();
  const request = admissionRequest(attempt, webhook.type, uid);
  try {
    if (!conditionsHold(webhook, attempt, request)) return ALLOWED;
    if (attempt.isDryRun && !['None', 'NoneOnDryRun'].includes(String(spec['sideEffects']))) {
      throw new StatusError(400, 'BadRequest', `admission webhook "${name}" does not support dry run`);
    }
    const timeoutMs = Number(spec['timeoutSeconds'] ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
    const config = isObject(spec['clientConfig']) ? spec['clientConfig'] : {};
    const review = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', request };
    const answer = await callWebhook(config, review, { timeoutMs, resolve });
    return verdictOf(answer, uid, name);
  } catch (error) {
    if (error instanceof CelFailure) {
      if (isIgnored) return ALLOWED;
      throw internalError(`failed evaluating match conditions of webhook "${name}": ${error.message}`);
    }
    if (!(error instanceof WebhookFailure)) throw error;
    if (isIgnored) return ALLOWED;
    throw internalError(`failed calling webhook "${name}": failed to call webhook: ${error.message}`);
  }
}

function verdictOf(review: JsonObject, uid: string, name: string): Verdict {
  const { response } = review;
  if (!isObject(response)) throw new WebhookFailure('webhook response was absent');
  if (response['uid'] !== uid)
    throw new WebhookFailure(`expected response.uid="${uid}", got "${String(response['uid'])}"`);
  const warnings = Array.isArray(response['warnings']) ? response['warnings'].map(String) : [];
  if (response['allowed'] !== true) return { denial: denialOf(response['status'], name), patch: [], warnings };
  const { patch, patchType } = response;
  if (typeof patch !== 'string' || patchType !== 'JSONPatch') return { patch: [], warnings };
  const operations = JSON.parse(Buffer.from(patch, 'base64').toString('utf8')) as JsonValue;
  return { patch: Array.isArray(operations) ? (operations as unknown as PatchOperation[]) : [], warnings };
}

function denialOf(status: JsonValue | undefined, name: string): StatusError {
  const given = isObject(status) ? status : {};
  const message = typeof given['message'] === 'string' ? given['message'] : '';
  const reason = typeof given['reason'] === 'string' ? given['reason'] : '';
  const code = typeof given['code'] === 'number' && given['code'] >= 300 ? given['code'] : 400;
  const words = message !== '' ? `: ${message}` : reason !== '' ? `: ${reason}` : '';
  const text =
    words === ''
      ? `admission webhook "${name}" denied the request without explanation`
      : `admission webhook "${name}" denied the request${words}`;
  return new StatusError(
    code,
    reason,
    text,
    isObject(given['details']) ? (given['details'] as StatusDetails) : undefined,
  );
}
