/** Runs mutating and validating webhooks around a write. */
import { randomUUID } from 'node:crypto';
import { CelFailure } from '../../kubernetes/cel/run/values.js';
import type { ApiObject } from '../storage/api-object.js';
import { forbidden, internalError, StatusError } from '../api-status.js';
import { verdictOf, type Verdict } from './admission-verdict.js';
import { admissionRequest, conditionsHold, matched, webhooksFor, type Webhook } from './admission-webhooks.js';
import type { Authorizer } from '../access/authorizer.js';
import type { Admission, AdmissionAttempt, Backend } from '../backend.js';
import { isObject, jsonEqual } from '../../kubernetes/json/json-value.js';
import { patchedObject, patchedView } from './patched-object.js';
import { judgeByPolicies } from '../policy/run-policies.js';
import { callWebhook, WebhookFailure, type ServiceResolver } from './webhook-client.js';

const DEFAULT_TIMEOUT_SECONDS = 10;

/** Admission by the webhook configurations of a backend. */
export function webhookAdmission(backend: () => Backend, resolve: ServiceResolver | undefined): Admission {
  const askAs =
    (isMutating: boolean): Ask =>
    async (webhook, attempt) =>
      call(webhook, await seenBy(backend(), webhook, attempt), {
        resolve,
        isMutating,
        authorizer: backend().authorizer(),
      });
  return {
    mutate: async (attempt) => {
      const hooks = webhooksFor(backend(), attempt, 'mutatingwebhookconfigurations');
      return hooks.length === 0 ? attempt.object : mutateAll(backend(), hooks, attempt, askAs(true));
    },
    validate: async (attempt) => {
      await judgeByPolicies(backend(), attempt);
      const hooks = webhooksFor(backend(), attempt, 'validatingwebhookconfigurations').flatMap(
        (hook) => matched(backend(), attempt, hook) ?? [],
      );
      const verdicts = await Promise.all(hooks.map((hook) => askAs(false)(hook, attempt)));
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
  if (type === attempt.type || attempt.kind !== undefined) return attempt;
  const convert = async (object: ApiObject | undefined): Promise<ApiObject | undefined> =>
    object === undefined ? undefined : (await conversion.toVersion([object], type))[0];
  return { ...attempt, object: await convert(attempt.object), oldObject: await convert(attempt.oldObject) };
}

const ALLOWED: Verdict = { patch: [], warnings: [] };

/** Asks one webhook after the other; each sees, and is chosen by, what those before it have made of the object. */
async function mutateAll(
  backend: Backend,
  hooks: readonly Webhook[],
  attempt: AdmissionAttempt,
  ask: Ask,
): Promise<ApiObject | undefined> {
  let object = attempt.object;
  /** Whether the webhook changed the object; undefined when it was not asked. */
  const run = async (candidate: Webhook): Promise<boolean | undefined> => {
    const current = { ...attempt, object };
    const hook = matched(backend, current, candidate);
    if (hook === undefined) return undefined;
    const verdict = await ask(hook, current);
    attempt.warnings.push(...verdict.warnings);
    if (verdict.denial !== undefined) throw verdict.denial;
    if (verdict.patch.length === 0) return false;
    const why = `admission webhook ${JSON.stringify(hook.name)} attempted to modify the object, which is not supported for this operation`;
    if (object === undefined) throw internalError(why);
    const patched = await patchedBy(backend, object, { hook, attempt, patch: verdict.patch });
    const isChanged = !jsonEqual(patched, object);
    object = patched;
    return isChanged;
  };
  const changedAfter = new Map<Webhook, boolean>();
  for (const hook of hooks) {
    const isChanged = await run(hook);
    if (isChanged === undefined) continue;
    if (isChanged) for (const earlier of changedAfter.keys()) changedAfter.set(earlier, true);
    changedAfter.set(hook, false);
  }
  for (const [hook, isStale] of changedAfter) {
    if (isStale && hook.spec['reinvocationPolicy'] === 'IfNeeded') await run(hook);
  }
  return object;
}

async function patchedBy(
  { conversion }: Backend,
  object: ApiObject,
  { hook, attempt, patch }: { hook: Webhook; attempt: AdmissionAttempt; patch: Verdict['patch'] },
): Promise<ApiObject> {
  // The view of a subresource has no versions and no schema.
  if (attempt.kind !== undefined) return patchedView(object, patch);
  const [seen = object] = await conversion.toVersion([object], hook.type);
  const changed = patchedObject(seen, patch, hook.type);
  const [patched = changed] = await conversion.toVersion([changed], attempt.type);
  return patched;
}

interface CallOptions {
  readonly resolve: ServiceResolver | undefined;
  readonly isMutating: boolean;
  readonly authorizer: Authorizer;
}

async function call(
  webhook: Webhook,
  attempt: AdmissionAttempt,
  { resolve, isMutating, authorizer }: CallOptions,
): Promise<Verdict> {
  const { spec, name } = webhook;
  const isIgnored = spec['failurePolicy'] === 'Ignore';
  const uid = randomUUID();
  const request = admissionRequest(attempt, webhook.type, uid);
  try {
    if (!conditionsHold(webhook, attempt, request, authorizer)) return ALLOWED;
    if (attempt.isDryRun && !['None', 'NoneOnDryRun'].includes(String(spec['sideEffects']))) {
      throw new StatusError(400, 'BadRequest', `admission webhook "${name}" does not support dry run`);
    }
    const timeoutMs = Number(spec['timeoutSeconds'] ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
    const config = isObject(spec['clientConfig']) ? spec['clientConfig'] : {};
    const review = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', request };
    const answer = await callWebhook(config, review, { timeoutMs, resolve });
    return verdictOf(answer, { uid, name, isMutating });
  } catch (error) {
    if (error instanceof CelFailure) {
      if (isIgnored) return ALLOWED;
      throw forbidden(attempt.type, attempt.name, error.message);
    }
    if (!(error instanceof WebhookFailure)) throw error;
    if (isIgnored) return ALLOWED;
    throw internalError(`failed calling webhook "${name}": failed to call webhook: ${error.message}`);
  }
}
