/** Runs policies and webhooks around a write: those that change it first, policies before webhooks. */
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
import { MutatingPolicies } from '../policy/mutate-by-policies.js';
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
      const policies = new MutatingPolicies(backend(), attempt);
      const webhooks = new MutatingWebhooks(backend(), attempt, hooks, askAs(true));
      const object = await webhooks.run(await policies.run(attempt.object));
      if (!policies.hasChanged && !webhooks.hasChanged) return object;
      return webhooks.runAgain(await policies.run(object, true));
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

/** The mutating webhooks of one write. */
class MutatingWebhooks {
  private readonly backend: Backend;
  private readonly attempt: AdmissionAttempt;
  private readonly hooks: readonly Webhook[];
  private readonly ask: Ask;
  /** Whether the object is another one since a webhook has seen it, for those that were asked. */
  private readonly changedAfter = new Map<Webhook, boolean>();
  private output: ApiObject | undefined;
  private changed = false;

  constructor(backend: Backend, attempt: AdmissionAttempt, hooks: readonly Webhook[], ask: Ask) {
    this.backend = backend;
    this.attempt = attempt;
    this.hooks = hooks;
    this.ask = ask;
  }

  /** Whether a webhook has changed the object, so that all plugins see it again. */
  get hasChanged(): boolean {
    return this.changed;
  }

  /** Asks one webhook after the other; each sees, and is chosen by, what those before it have made of the object. */
  async run(object: ApiObject | undefined): Promise<ApiObject | undefined> {
    let current = object;
    for (const hook of this.hooks) {
      const made = await this.call(hook, current);
      if (made === undefined) continue;
      if (!jsonEqual(made.object, current)) this.outdate();
      this.changedAfter.set(hook, false);
      current = made.object;
    }
    this.output = current;
    return current;
  }

  /** Asks those again that want it when the object has changed since they saw it. */
  async runAgain(object: ApiObject | undefined): Promise<ApiObject | undefined> {
    if (!jsonEqual(object, this.output)) this.outdate();
    let current = object;
    for (const [hook, isStale] of this.changedAfter) {
      if (!isStale || hook.spec['reinvocationPolicy'] !== 'IfNeeded') continue;
      const made = await this.call(hook, current);
      if (made !== undefined) current = made.object;
    }
    return current;
  }

  private outdate(): void {
    this.changed = true;
    for (const earlier of this.changedAfter.keys()) this.changedAfter.set(earlier, true);
  }

  /** The object after one webhook; undefined when it was not asked. */
  private async call(
    candidate: Webhook,
    object: ApiObject | undefined,
  ): Promise<{ object: ApiObject | undefined } | undefined> {
    const { backend, attempt } = this;
    const current = { ...attempt, object };
    const hook = matched(backend, current, candidate);
    if (hook === undefined) return undefined;
    const verdict = await this.ask(hook, current);
    attempt.warnings.push(...verdict.warnings);
    if (verdict.denial !== undefined) throw verdict.denial;
    if (verdict.patch.length === 0) return { object };
    const why = `admission webhook ${JSON.stringify(hook.name)} attempted to modify the object, which is not supported for this operation`;
    if (object === undefined) throw internalError(why);
    return { object: await patchedBy(backend, object, { hook, attempt, patch: verdict.patch }) };
  }
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
    const answer = await reached(callWebhook(config, review, { timeoutMs, resolve }));
    return verdictOf(answer, { uid, name, isMutating });
  } catch (error) {
    if (error instanceof CelFailure) {
      if (isIgnored) return ALLOWED;
      throw forbidden(attempt.type, attempt.name, error.message);
    }
    if (!(error instanceof WebhookFailure)) throw error;
    if (isIgnored) return ALLOWED;
    throw internalError(`failed calling webhook "${name}": ${error.message}`);
  }
}

/** Calls that fail are told apart from answers that do not count. */
async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof WebhookFailure)) throw error;
    throw new WebhookFailure(`failed to call webhook: ${error.message}`);
  }
}
