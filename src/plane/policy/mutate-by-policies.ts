/** MutatingAdmissionPolicies: what they make of an object before it is written. */
import { Budget } from '../../kubernetes/cel/meter/meter.js';
import { CelFailure } from '../../kubernetes/cel/run/values.js';
import { isObject, jsonEqual, type JsonObject } from '../../kubernetes/json/json-value.js';
import { forbidden, StatusError } from '../api-status.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import type { ResourceType } from '../resources/resource-type.js';
import { section, type ApiObject } from '../storage/api-object.js';
import { configurationOf, patchOperations } from './patch-json.js';
import { withConfiguration, withOperations } from './patch-object.js';
import { failed, PolicyExpressions } from './policy-expressions.js';
import { type BoundPolicy, boundPolicies, listOf, seenAs } from './policy-matching.js';

/** The mutating policies of one write, which may be asked a second time after webhooks. */
export class MutatingPolicies {
  private readonly backend: Backend;
  private readonly attempt: AdmissionAttempt;
  /** What has run and may run again, and what has to. */
  private readonly invoked = new Set<string>();
  private readonly stale = new Set<string>();
  private output: ApiObject | undefined;
  private changed = false;

  constructor(backend: Backend, attempt: AdmissionAttempt) {
    this.backend = backend;
    this.attempt = attempt;
  }

  /** Whether a policy has changed the object, so that all plugins see it again. */
  get hasChanged(): boolean {
    return this.changed;
  }

  /** The object after all policies; in a second round, after those that must see it again. Throws 403 when one fails. */
  async run(object: ApiObject | undefined, isAgain = false): Promise<ApiObject | undefined> {
    // Nothing is written by a deletion.
    if (this.attempt.operation === 'DELETE') return object;
    const bound = boundPolicies(this.backend, { ...this.attempt, object }, 'mutatingadmissionpolicies');
    if (bound.length === 0) return object;
    if (isAgain && !jsonEqual(this.output, object)) this.outdate();
    const failures: Failure[] = [];
    let current = object;
    for (const one of bound) {
      if ('of' in one.params) {
        const message = `failed to configure ${one.params.of}: ${one.params.message}`;
        failures.push({ bound: one, of: one.params.of, message, reason: 'Forbidden' });
        continue;
      }
      for (const param of one.params) current = await this.invoke(current, one, param, { isAgain, failures });
    }
    this.output = current;
    const denied = failures.filter(({ bound: { policy } }) => section(policy, 'spec')['failurePolicy'] !== 'Ignore');
    if (denied.length > 0) throw denialOf(this.attempt, denied);
    return current;
  }

  /** Every policy that has run and may run again has to, as the object is another one now. */
  private outdate(): void {
    for (const key of this.invoked) this.stale.add(key);
    this.invoked.clear();
  }

  private async invoke(
    object: ApiObject | undefined,
    bound: BoundPolicy,
    param: ApiObject | null,
    { isAgain, failures }: { isAgain: boolean; failures: Failure[] },
  ): Promise<ApiObject | undefined> {
    const { policy, binding, type } = bound;
    const spec = section(policy, 'spec');
    const seen = await seenAs(this.backend, { ...this.attempt, object }, type);
    const fail = (message: string): void => void failures.push({ bound, of: 'binding', message, reason: 'Invalid' });
    const holds = attempted(() => new PolicyExpressions(this.backend, seen, bound, param).conditions());
    if (holds instanceof CelFailure) fail(holds.message);
    if (holds !== true) return object;
    const ids = [policy, binding, param].map((one) => one?.metadata);
    const key = JSON.stringify(ids.map((metadata) => [metadata?.namespace, metadata?.name]));
    if (isAgain && !this.stale.has(key)) return object;
    let made = seen.object;
    for (const mutation of listOf(spec['mutations'])) {
      if (made === undefined) continue;
      const current = { ...seen, object: made };
      const expressions = new PolicyExpressions(this.backend, current, bound, param);
      const patched = attempted(() => patchedBy(expressions, mutation, current));
      if (patched instanceof CelFailure) fail(patched.message);
      else made = patched;
    }
    const isChanged = !jsonEqual(made, seen.object);
    if (isChanged) {
      this.outdate();
      this.changed = true;
    }
    if (spec['reinvocationPolicy'] === 'IfNeeded') this.invoked.add(key);
    return isChanged && made !== undefined ? this.inOwnVersion(made, type) : object;
  }

  private async inOwnVersion(object: ApiObject, type: ResourceType): Promise<ApiObject> {
    const { attempt, backend } = this;
    if (type === attempt.type || attempt.kind !== undefined) return object;
    const [converted = object] = await backend.conversion.toVersion([object], attempt.type);
    return converted;
  }
}

/** The object after one mutation. Throws `CelFailure` when it cannot be made, or does not fit. */
function patchedBy(
  expressions: PolicyExpressions,
  mutation: JsonObject,
  seen: AdmissionAttempt,
): ApiObject | undefined {
  const { object } = seen;
  const isPatch = mutation['patchType'] === 'JSONPatch';
  const part = mutation[isPatch ? 'jsonPatch' : 'applyConfiguration'];
  if (object === undefined || !isObject(part)) return object;
  const expression = String(part['expression'] ?? '');
  const value = expressions.patch(expression, new Budget());
  if (value instanceof CelFailure) throw failed(expression, value);
  const type = seen.kind === undefined ? expressions.type : undefined;
  return isPatch
    ? withOperations(object, patchOperations(value), type)
    : withConfiguration(object, configurationOf(value), type);
}

/** The result, or its failure; running out of budget is one as well. */
function attempted<T>(run: () => T): T | CelFailure {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CelFailure)) throw error;
    return error;
  }
}

/** Why a policy could not be run. */
interface Failure {
  readonly bound: BoundPolicy;
  readonly of: 'policy' | 'binding';
  readonly message: string;
  readonly reason: string;
}

/** The first failure says why; all of them are causes. The code stays that of a refusal. */
function denialOf({ type, name }: AdmissionAttempt, failures: readonly Failure[]): StatusError {
  const messages = failures.map(({ bound: { policy, binding }, of, message }) => {
    const [name, boundBy] = [policy.metadata.name ?? '', binding.metadata.name ?? ''];
    const who = of === 'policy' ? `policy "${name}"` : `policy '${name}' with binding '${boundBy}'`;
    return `${who} denied request: ${message}`;
  });
  const { status } = forbidden(type, name, '');
  return new StatusError(403, failures[0]?.reason ?? '', messages[0] ?? '', {
    ...status.details,
    causes: messages.map((message) => ({ message })),
  });
}
