/** ValidatingAdmissionPolicies and their bindings: which concern a write, and what they say about it. */
import { int64 } from '../../kubernetes/json/exact-integers.js';
import { admissionVariables } from '../../kubernetes/cel/admission-types.js';
import { DYN, type Type } from '../../kubernetes/cel/check/types.js';
import { compileCel } from '../../kubernetes/cel/compile.js';
import { Budget, CONDITIONS_LIMIT, OutOfBudget, Stopped } from '../../kubernetes/cel/meter/meter.js';
import { celValue } from '../../kubernetes/cel/run/from-json.js';
import { ProgramCache } from '../../kubernetes/cel/run/program.js';
import { CelFailure, CelLater, CelMap } from '../../kubernetes/cel/run/values.js';
import { admissionRequest, matchedType, schemaOf } from '../admission/admission-webhooks.js';
import { objectKey, section, type ApiObject } from '../storage/api-object.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { NAMESPACES } from '../resources/namespace-lifecycle.js';
import type { ResourceType } from '../resources/resource-type.js';
import { authorizerVariables } from './cel-authorizer.js';
import { denial, type Finding } from './denial.js';
import { paramsOf } from './policy-params.js';

const GROUP = 'admissionregistration.k8s.io';
/** A policy must not lock its own author out. */
const EXEMPT_GROUPS = new Set([GROUP, 'authentication.k8s.io', 'authorization.k8s.io']);

/** Refuses a write that a policy denies; warnings are added to the attempt. */
export async function judgeByPolicies(backend: Backend, attempt: AdmissionAttempt): Promise<void> {
  if (EXEMPT_GROUPS.has(attempt.type.group)) return;
  const policies = all(backend, 'validatingadmissionpolicies');
  if (policies.length === 0) return;
  const bindings = all(backend, 'validatingadmissionpolicybindings');
  const denied: Finding[] = [];
  for (const policy of policies) {
    const own = bindings.filter((binding) => section(binding, 'spec')['policyName'] === policy.metadata.name);
    for (const binding of own) {
      for (const finding of await judge(backend, attempt, policy, binding)) {
        const actions = listOf(section(binding, 'spec')['validationActions']);
        if (actions.includes('Deny') || finding.isAlwaysDenied === true) denied.push(finding);
        else if (actions.includes('Warn')) {
          const where = `ValidatingAdmissionPolicy '${finding.policy}' with binding '${finding.binding}'`;
          attempt.warnings.push(`Validation failed for ${where}: ${finding.message}`);
        }
      }
    }
  }
  const [first] = denied;
  if (first !== undefined) throw denial(attempt, first);
}

function all(backend: Backend, plural: string): readonly ApiObject[] {
  return backend.store.collection(`${GROUP}/${plural}`).snapshot().objects;
}

function listOf(value: JsonValue | undefined): JsonObject[] & JsonValue[] {
  return (Array.isArray(value) ? value : []) as JsonObject[] & JsonValue[];
}

async function judge(
  backend: Backend,
  attempt: AdmissionAttempt,
  policy: ApiObject,
  binding: ApiObject,
): Promise<Finding[]> {
  const [spec, bound] = [section(policy, 'spec'), section(binding, 'spec')];
  const constraints = isObject(spec['matchConstraints']) ? spec['matchConstraints'] : {};
  const type = matchedType(backend, attempt, constraints, 'resourceRules');
  if (type === undefined || !isBound(backend, attempt, bound)) return [];
  const seen = await seenAs(backend, attempt, type);
  const finding = (message: string, reason = ''): Finding => ({
    policy: policy.metadata.name ?? '',
    binding: binding.metadata.name ?? '',
    message,
    reason,
  });
  const isIgnoring = spec['failurePolicy'] === 'Ignore';
  const params = paramsOf(backend, attempt, spec, bound);
  if (typeof params === 'string') return isIgnoring ? [] : [finding(`failed to configure binding: ${params}`)];
  return params.flatMap((param) => new PolicyRun(backend, seen, type, spec, param).findings(finding, isIgnoring));
}

/** What a binding adds to the policy's own choice. */
function isBound(backend: Backend, attempt: AdmissionAttempt, { matchResources }: JsonObject): boolean {
  if (!isObject(matchResources)) return true;
  const any = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*', '*/*'] };
  const hasRules = listOf(matchResources['resourceRules']).length > 0;
  const chosen = hasRules ? matchResources : { ...matchResources, resourceRules: [any] };
  return matchedType(backend, attempt, chosen, 'resourceRules') !== undefined;
}

async function seenAs(
  { conversion }: Backend,
  attempt: AdmissionAttempt,
  type: ResourceType,
): Promise<AdmissionAttempt> {
  if (type === attempt.type || attempt.kind !== undefined) return attempt;
  const convert = async (object: ApiObject | undefined): Promise<ApiObject | undefined> =>
    object === undefined ? undefined : (await conversion.toVersion([object], type))[0];
  return { ...attempt, object: await convert(attempt.object), oldObject: await convert(attempt.oldObject) };
}

type Values = Readonly<Record<string, unknown>>;

/** One policy with one parameter on one write. */
class PolicyRun {
  private readonly spec: JsonObject;
  private readonly values: Values;
  private readonly programs: ProgramCache;

  constructor(backend: Backend, attempt: AdmissionAttempt, type: ResourceType, spec: JsonObject, param: JsonValue) {
    this.spec = spec;
    const { object: _object, oldObject: _oldObject, ...request } = admissionRequest(attempt, type, '');
    const namespace = backend.store.collection(NAMESPACES).get(objectKey('', attempt.namespace ?? ''));
    this.values = {
      object: celValue(attempt.object ?? null, schemaOf(type, attempt), int64.get),
      oldObject: celValue(attempt.oldObject ?? null, schemaOf(type, attempt), int64.get),
      request: celValue(request),
      namespaceObject: celValue(namespace ?? null),
      params: celValue(param, undefined, int64.get),
      ...authorizerVariables(backend.authorizer(), attempt),
    };
    const types = this.variableTypes();
    this.programs = new ProgramCache(
      admissionVariables({ hasParams: spec['paramKind'] !== undefined, variables: types }),
    );
  }

  /** What the policy has against the write. */
  findings(finding: (message: string, reason?: string) => Finding, isIgnoring: boolean): Finding[] {
    try {
      const conditions = this.conditions();
      if (conditions instanceof CelFailure) return isIgnoring ? [] : [finding(conditions.message)];
      if (!conditions) return [];
      const validations = this.validations(finding, isIgnoring);
      return [...validations, ...this.auditFindings(finding, isIgnoring)];
    } catch (error) {
      // No further expression is run, and what others said before counts no more.
      if (!(error instanceof OutOfBudget)) throw error;
      return isIgnoring ? [] : [finding(error.message)];
    }
  }

  /** Nobody keeps an audit here, but an annotation that cannot be made denies the write, whatever the binding does. */
  private auditFindings(finding: (message: string) => Finding, isIgnoring: boolean): Finding[] {
    const [values, budget] = this.withVariables(this.plainValues, new Budget());
    return listOf(this.spec['auditAnnotations']).flatMap(({ valueExpression }) => {
      const expression = String(valueExpression ?? '');
      const value = this.attempt(expression, values, budget);
      if (typeof value === 'string' || value === null || isIgnoring) return [];
      const why =
        value instanceof CelFailure
          ? `expression '${expression}' resulted in error: ${value.message}`
          : `valueExpression '${expression}' resulted in unsupported return type: ${typeof value}. Return type must be either string or null.`;
      return [{ ...finding(why), isAlwaysDenied: true }];
    });
  }

  private validations(finding: (message: string, reason?: string) => Finding, isIgnoring: boolean): Finding[] {
    const [values, budget] = this.withVariables(this.values, new Budget());
    const validations = listOf(this.spec['validations']);
    const results = validations.map(({ expression }) => this.attempt(String(expression ?? ''), values, budget));
    const messages = this.messages(validations, budget);
    return validations.flatMap((validation, index) => {
      const expression = String(validation['expression'] ?? '');
      const value = results[index];
      if (value instanceof CelFailure) {
        if (isIgnoring) return [];
        return [finding(`expression '${expression}' resulted in error: ${value.message}`)];
      }
      if (messages instanceof OutOfBudget)
        return isIgnoring ? [] : [finding(`failed messageExpression: ${messages.message}`)];
      if (value === true) return [];
      return [finding(messageOf(validation, messages[index]), String(validation['reason'] ?? ''))];
    });
  }

  /** What all message expressions make, also those of validations that hold. */
  private messages(validations: readonly JsonObject[], budget: Budget): unknown[] | OutOfBudget {
    const [values] = this.withVariables(this.plainValues, budget);
    try {
      return validations.map(({ messageExpression }) =>
        typeof messageExpression === 'string' ? this.attempt(messageExpression, values, budget) : undefined,
      );
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
      return error;
    }
  }

  /** Whether all match conditions hold; one that is false outweighs one that fails. */
  private conditions(): boolean | CelFailure {
    const budget = new Budget(CONDITIONS_LIMIT);
    const results = listOf(this.spec['matchConditions']).map(({ expression }) =>
      this.attempt(String(expression ?? ''), this.values, budget),
    );
    if (results.includes(false)) return false;
    return results.find((result) => result instanceof CelFailure) ?? true;
  }

  private variableTypes(): ReadonlyMap<string, Type> {
    const types = new Map<string, Type>();
    const hasParams = this.spec['paramKind'] !== undefined;
    for (const { name, expression } of listOf(this.spec['variables'])) {
      const known = admissionVariables({ hasParams, variables: new Map(types) });
      const compiled = compileCel(String(expression ?? ''), known);
      types.set(String(name), compiled.kind === 'wrong' ? DYN : compiled.checked.type);
    }
    return types;
  }

  /** The values with the policy's variables, which are worked out when they are read, and pay from the same budget. */
  private withVariables(values: Values, budget: Budget): [Values, Budget] {
    let variables = CelMap.of([]);
    for (const { name, expression } of listOf(this.spec['variables'])) {
      const seen = { ...values, variables };
      const later = new CelLater(() => this.variable(String(name), String(expression ?? ''), seen, budget));
      variables = CelMap.of([...variables.pairs(), [String(name), later]]);
    }
    return [{ ...values, variables }, budget];
  }

  private variable(name: string, expression: string, values: Values, budget: Budget): unknown {
    try {
      const value = this.attempt(expression, values, budget);
      if (!(value instanceof CelFailure)) return value;
      return new CelFailure(`composited variable ${JSON.stringify(name)} fails to evaluate: ${value.message}`);
    } catch (error) {
      throw error instanceof OutOfBudget ? new Stopped(error) : error;
    }
  }

  /** Messages and annotations have no authorizer, and no variable that uses it. */
  private get plainValues(): Values {
    return { ...this.values, authorizer: null, 'authorizer.requestResource': null };
  }

  private attempt(expression: string, values: Values, budget: Budget): unknown {
    try {
      return this.programs.compile(expression).run(values, budget);
    } catch (error) {
      if (!(error instanceof CelFailure) || error instanceof OutOfBudget) throw error;
      return error;
    }
  }
}

function messageOf({ message, expression }: JsonObject, made: unknown): string {
  if (typeof made === 'string' && made.trim() !== '' && !made.includes('\n')) return made.trim();
  return typeof message === 'string' && message.trim() !== ''
    ? message.trim()
    : `failed expression: ${String(expression ?? '').trim()}`;
}
